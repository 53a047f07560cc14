package basalt.bench.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

class PageTest {
    private static Document parse(String html) throws Exception {
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(html.getBytes(StandardCharsets.UTF_8)));
    }

    private static String render(Results results) throws Exception {
        Picture picture = Picture.of("a chart", new BufferedImage(2, 2, BufferedImage.TYPE_INT_RGB));
        return new Page(results, List.of(picture), Optional.empty()).render();
    }

    private static List<Element> elements(Document page) {
        NodeList all = page.getElementsByTagName("*");
        List<Element> elements = new ArrayList<>();
        for (int i = 0; i < all.getLength(); i++) {
            elements.add((Element) all.item(i));
        }
        return elements;
    }

    @Test
    void shouldBeWellFormedWithoutExternalResources() throws Exception {
        Document page = parse(render(Samples.field().results()));
        assertEquals("html", page.getDocumentElement().getTagName());
        int images = 0;
        for (Element element : elements(page)) {
            assertFalse(
                    List.of("script", "link", "iframe", "base").contains(element.getTagName()), element.getTagName());
            assertEquals("", element.getAttribute("href"));
            String source = element.getAttribute("src");
            assertTrue(source.isEmpty() || source.startsWith("data:image/png;base64,"), source);
            images += source.isEmpty() ? 0 : 1;
        }
        assertEquals(1, images);
        String style = page.getElementsByTagName("style").item(0).getTextContent();
        assertFalse(style.contains("url(") || style.contains("@import"), style);
    }

    @Test
    void shouldShowDefeatsAndVictories() throws Exception {
        Document page = parse(render(Samples.field().results()));
        List<String> missed = elements(page).stream()
                .filter(element -> element.getAttribute("class").equals("missed"))
                .map(Element::getTextContent)
                .toList();
        assertTrue(missed.contains("▼ missed"), missed.toString());
        assertTrue(missed.contains("▼ artemis-odb 0.75x, Basalt is slower"), missed.toString());
        assertTrue(missed.contains("▼ 0.75x"), missed.toString());
        List<String> met = elements(page).stream()
                .filter(element -> element.getAttribute("class").equals("met"))
                .map(Element::getTextContent)
                .toList();
        assertTrue(met.contains("met"), met.toString());
        assertTrue(met.contains("artemis-odb 15.0x"), met.toString());
    }

    @Test
    void shouldReportMissingPartsAndFailures() throws Exception {
        Results results = Samples.field()
                .fail("Particles.run engine=fleks", "wrong <answer> & more")
                .results();
        String page = new Page(results, List.of(), Optional.of("no fonts")).render();
        String text = parse(page).getDocumentElement().getTextContent();
        assertTrue(text.contains("There are no charts: no fonts"), text);
        assertTrue(text.contains("C was not measured: no C compiler was found"), text);
        assertTrue(text.contains("▼ Particles.run engine=fleks" + "wrong <answer> & more"), text);
        assertTrue(text.contains("commit 0123456789ab with changes"), text);
        assertTrue(text.contains("not measured"), text);
    }
}
