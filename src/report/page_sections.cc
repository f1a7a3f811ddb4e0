// Tables and pictures, for the page; and what its parts share.
#include "src/report/page_data.h"

namespace headerproof {
namespace {

PageData CellData(const ReportCell& cell) {
  PageData object{PageData::type::object};
  object.set("text", cell.text);
  object.set("tone", std::string(ToneName(cell.tone)));
  object.set("varying", cell.varying);
  object.set("link", cell.link.empty() ? PageData{false} : PageData{cell.link});
  return object;
}

PageData TableData(const ReportTable& table) {
  PageData object{PageData::type::object};
  object.set("caption", table.caption);
  constexpr std::size_t kManyColumns = 8;  // more than that want paper that lies on its side
  object.set("many", table.columns.size() > kManyColumns);
  object.set("columns", Texts(table.columns));
  PageData rows{PageData::type::list};
  for (const auto& row : table.rows) {
    PageData cells{PageData::type::list};
    for (std::size_t i = 1; i < row.size(); ++i) cells.push_back(CellData(row[i]));
    PageData one{PageData::type::object};
    one.set("head", CellData(row.front()));
    one.set("cells", cells);
    rows.push_back(one);
  }
  object.set("rows", rows);
  return object;
}

PageData PictureData(const ReportPicture& picture) {
  PageData object{PageData::type::object};
  object.set("id", picture.id.empty() ? PageData{false} : PageData{picture.id});
  object.set("svg", picture.svg);
  object.set("says", picture.says);
  object.set("varying", picture.varying);
  return object;
}

}  // namespace

void SetVerdict(VerdictKind kind, PageData& object) {
  object.set("class", std::string(VerdictTone(kind)));
  object.set("verdict", std::string(VerdictName(kind)));
}

PageData Texts(const std::vector<std::string>& texts) {
  PageData list{PageData::type::list};
  for (const std::string& text : texts) list.push_back(PageData{"text", text});
  return list;
}

void SetList(const std::string& name, PageData list, PageData& object) {
  object.set("has_" + name, list.is_non_empty_list());
  object.set(name, std::move(list));
}

PageData SectionData(const ReportSection& section) {
  PageData object{PageData::type::object};
  object.set("id", section.id);
  object.set("title", section.title);
  object.set("paragraphs", Texts(section.paragraphs));
  PageData pictures{PageData::type::list};
  for (const ReportPicture& picture : section.pictures) pictures.push_back(PictureData(picture));
  object.set("pictures", pictures);
  PageData tables{PageData::type::list};
  for (const ReportTable& table : section.tables) tables.push_back(TableData(table));
  object.set("tables", tables);
  return object;
}

}  // namespace headerproof
