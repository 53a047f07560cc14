package basalt.bench.report;

import static j2html.TagCreator.body;
import static j2html.TagCreator.div;
import static j2html.TagCreator.each;
import static j2html.TagCreator.h1;
import static j2html.TagCreator.h2;
import static j2html.TagCreator.head;
import static j2html.TagCreator.html;
import static j2html.TagCreator.img;
import static j2html.TagCreator.li;
import static j2html.TagCreator.meta;
import static j2html.TagCreator.p;
import static j2html.TagCreator.rawHtml;
import static j2html.TagCreator.section;
import static j2html.TagCreator.style;
import static j2html.TagCreator.table;
import static j2html.TagCreator.tbody;
import static j2html.TagCreator.td;
import static j2html.TagCreator.th;
import static j2html.TagCreator.thead;
import static j2html.TagCreator.title;
import static j2html.TagCreator.tr;
import static j2html.TagCreator.ul;

import basalt.bench.report.Table.Cell;
import basalt.bench.report.Table.Tone;
import j2html.Config;
import j2html.rendering.FlatHtml;
import j2html.tags.DomContent;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Creates the report's page: a single file with its charts and style, without external resources. */
final class Page {
    private static final String STYLE = "page.css";

    private final Results results;
    private final List<Picture> pictures;
    private final Optional<String> whyNoCharts;

    /**
     * Creates a page.
     *
     * @param results the results
     * @param pictures the charts, the overview first
     * @param whyNoCharts the message if there are no charts
     */
    Page(Results results, List<Picture> pictures, Optional<String> whyNoCharts) {
        this.results = results;
        this.pictures = pictures;
        this.whyNoCharts = whyNoCharts;
    }

    /**
     * Renders the page.
     *
     * @return HTML that is also well-formed XML
     * @throws IOException if the style is missing
     */
    String render() throws IOException {
        StringBuilder text = new StringBuilder("<!DOCTYPE html>\n");
        List<DomContent> sections = new ArrayList<>();
        sections.add(h1("Basalt beside the field"));
        Notes.ending(results)
                .ifPresent(ending -> sections.add(p("▼ " + ending + ".").withClass("missed")));
        sections.add(p(Notes.origin(results) + "."));
        sections.add(p(Notes.versions(results) + "."));
        sections.add(p(Notes.nativeLoops(results) + "."));
        addTable(sections, "What failed", Tables.failures(results));
        addTable(sections, "Promises", Tables.promises(results));
        sections.add(list(Limitations.of(results)));
        addPictures(sections);
        addTable(sections, "Ratios: times relative to Basalt", Tables.ratios(results));
        addTable(sections, "Times: median (quartiles)", Tables.times(results));
        addTable(sections, "Heap garbage: bytes an operation", Tables.garbage(results));
        addTable(sections, "Memory", Tables.memory(results));
        sections.add(section(h2("What is measured"), list(Notes.workloads(results))));
        sections.add(section(h2("How to read this"), list(Notes.reading(results))));
        addFlags(sections);
        html(
                        head(
                                meta().withCharset("utf-8"),
                                title("Basalt beside the field"),
                                style(rawHtml(css())).withType("text/css")),
                        body(sections.toArray(DomContent[]::new)))
                .withLang("en")
                .render(FlatHtml.into(text, Config.defaults().withEmptyTagsClosed(true)));
        return text.append("\n").toString();
    }

    private static String css() throws IOException {
        try (InputStream text = Page.class.getResourceAsStream(STYLE)) {
            if (text == null) {
                throw new IOException(STYLE + " is not on the class path");
            }
            return new String(text.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private void addPictures(List<DomContent> sections) {
        whyNoCharts.ifPresent(
                why -> sections.add(p("There are no charts: " + why).withClass("missed")));
        if (pictures.isEmpty()) {
            return;
        }
        sections.add(section(
                h2("Charts"),
                each(
                        pictures,
                        picture -> img().withSrc("data:image/png;base64,"
                                        + Base64.getEncoder().encodeToString(picture.png()))
                                .withAlt(picture.title()))));
    }

    private static void addTable(List<DomContent> sections, String title, Table shown) {
        if (!shown.isEmpty()) {
            sections.add(section(h2(title), div(tableOf(shown)).withClass("wide")));
        }
    }

    private static DomContent tableOf(Table shown) {
        return table(
                thead(tr(each(shown.header(), name -> th(name)))),
                tbody(each(shown.rows(), row -> tr(each(row, Page::cell)))));
    }

    private static DomContent cell(Cell cell) {
        String text = cell.tone() == Tone.MISSED ? "▼ " + cell.text() : cell.text();
        return td(text).withClass(cell.tone().name().toLowerCase(Locale.ROOT));
    }

    private static DomContent list(List<String> sentences) {
        return ul(each(sentences, sentence -> li(sentence)));
    }

    private void addFlags(List<DomContent> sections) {
        Setting setting = results.setting();
        List<String> lines = new ArrayList<>(List.of("JVM: " + String.join(" ", setting.jvmFlags())));
        setting.otherJvmFlags().forEach((run, flags) -> lines.add(run + ": " + String.join(" ", flags)));
        sections.add(section(h2("Flags"), list(lines)));
    }
}
