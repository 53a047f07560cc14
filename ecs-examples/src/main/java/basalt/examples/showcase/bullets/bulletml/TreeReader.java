package basalt.examples.showcase.bullets.bulletml;

import static basalt.examples.showcase.bullets.bulletml.PatternException.quoted;

import java.io.StringReader;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.stream.Location;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * Reads the elements of a pattern file, and checks that each is allowed at its place and complete.
 *
 * <p>The positions of elements are found in the text, as the XML reader only reports where an element ends, and not
 * always.
 */
final class TreeReader {
    /** Maximum nesting of elements. */
    static final int MOST_DEPTH = 64;

    private static final String MESSAGE = "Message: "; // follows the position in messages of the XML reader

    private static final Pattern ENTITY = Pattern.compile("&(?!#|(lt|gt|amp|quot|apos);)");

    private final SourceText source;
    private final TagCursor tags;
    private final Deque<Element> open = new ArrayDeque<>();
    private final StringBuilder number = new StringBuilder();
    private Element root;

    private TreeReader(SourceText source) {
        this.source = source;
        tags = new TagCursor(source.text());
    }

    /**
     * Reads all elements.
     *
     * @return the root, which is always {@link Tag#BULLETML}
     * @throws PatternException if the file is invalid
     */
    static Element read(SourceText source) {
        source.requirePlainDoctype();
        TreeReader reader = new TreeReader(source);
        try {
            reader.read(factory().createXMLStreamReader(new StringReader(source.text())));
        } catch (XMLStreamException e) {
            throw reader.malformed(e);
        }
        return reader.root;
    }

    private static XMLInputFactory factory() {
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        factory.setXMLResolver((publicId, systemId, base, namespace) -> {
            throw new XMLStreamException("other files are never read: " + systemId);
        });
        return factory;
    }

    private void read(XMLStreamReader reader) throws XMLStreamException {
        while (reader.hasNext()) {
            switch (reader.next()) {
                case XMLStreamConstants.START_ELEMENT -> start(reader);
                case XMLStreamConstants.END_ELEMENT -> end();
                case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA, XMLStreamConstants.SPACE ->
                    text(reader.getText());
                case XMLStreamConstants.ENTITY_REFERENCE ->
                    throw source.error(
                            tags.next(), "an entity " + quoted(reader.getLocalName()), "write its text instead");
                default -> {} // comments and similar
            }
        }
    }

    private void start(XMLStreamReader reader) {
        tags.start();
        int offset = tags.from();
        String name = reader.getPrefix() == null || reader.getPrefix().isEmpty()
                ? reader.getLocalName()
                : reader.getPrefix() + ":" + reader.getLocalName();
        Tag tag = Tag.of(name);
        Element parent = open.peek();
        if (tag == null) {
            throw source.error(
                    offset,
                    "unknown element " + quoted(name),
                    parent == null ? "a pattern begins with <bulletml>" : allowedIn(parent));
        }
        requireNoEntity();
        requirePlace(tag, parent, offset);
        Attributes attributes = Attributes.of(reader, tag, source, offset);
        Element element = new Element(tag, offset, attributes.label(), attributes.type());
        if (parent == null) {
            root = element;
        }
        open.push(element);
        number.setLength(0);
    }

    /** Rejects entities in attributes. The XML reader ignores undeclared ones if there is a DOCTYPE. */
    private void requireNoEntity() {
        Matcher entity = ENTITY.matcher(source.text()).region(tags.from(), tags.to());
        if (entity.find()) {
            throw source.error(entity.start(), "an entity in an attribute", "write its text instead");
        }
    }

    private void requirePlace(Tag tag, Element parent, int offset) {
        if (parent == null) {
            if (tag != Tag.BULLETML) {
                throw source.error(offset, tag + " outside of the root", "a pattern begins with <bulletml>");
            }
            return;
        }
        Content content = Content.of(parent.tag());
        if (!content.allows(tag)) {
            throw source.error(offset, tag + " inside " + parent.tag(), allowedIn(parent));
        }
        Set<Tag> group = content.groupOf(tag);
        Element other = group == null ? null : parent.child(group);
        if (other != null) {
            throw source.error(
                    offset,
                    tag + " after another " + other.tag() + " of the same " + parent.tag(),
                    "there can be only one");
        }
        if (tag == Tag.PARAM && parent.children().size() == Formula.MOST_PARAMS) {
            throw source.error(
                    offset,
                    "more than " + Formula.MOST_PARAMS + " <param> elements",
                    "there are only $1 to $" + Formula.MOST_PARAMS);
        }
        if (open.size() == MOST_DEPTH) {
            throw source.error(
                    offset, "nested more than " + MOST_DEPTH + " elements deep", "give a part a label and refer to it");
        }
    }

    private void text(String piece) {
        Element parent = open.peek();
        if (parent != null && parent.tag().isNumber()) {
            number.append(piece);
        } else if (!piece.isBlank()) {
            throw source.error(
                    tags.next(),
                    "text " + quoted(piece.strip()) + (parent == null ? "" : " in " + parent.tag()),
                    parent == null ? "leave it out" : allowedIn(parent));
        }
    }

    private void end() {
        int contentFrom = tags.to();
        tags.end();
        Element element = open.pop();
        if (element.tag().isNumber()) {
            element.setFormula(formula(contentFrom, tags.from()));
        }
        for (Set<Tag> group : Content.of(element.tag()).required()) {
            if (element.child(group) == null) {
                String missing = Content.inWords(group, " or ");
                throw source.error(element.offset(), element.tag() + " without " + missing, "put " + missing + " in");
            }
        }
        if (!open.isEmpty()) {
            open.peek().add(element); // at the end, when its parameters are known
        }
    }

    private Formula formula(int contentFrom, int contentTo) {
        String formula = number.toString();
        boolean plain = source.text().startsWith(formula, contentFrom) && contentFrom + formula.length() == contentTo;
        // If the text has no escapes, the position of each char is known.
        return FormulaReader.read(
                formula,
                (index, what, remedy) -> source.error(plain ? contentFrom + index : contentFrom, what, remedy));
    }

    private static String allowedIn(Element parent) {
        return parent.tag().isNumber()
                ? "only a number is allowed"
                : "allowed in " + parent.tag() + ": " + Content.of(parent.tag()).inWords();
    }

    private PatternException malformed(XMLStreamException e) {
        Location location = e.getLocation();
        return source.error(
                location == null ? 0 : source.lines().offset(location.getLineNumber(), location.getColumnNumber()),
                "not well-formed XML: " + inWords(String.valueOf(e.getMessage())),
                "each element needs its end tag, and <, > and & in text are written &lt;, &gt; and &amp;");
    }

    /** The message of the XML reader without the leading position. Replaces messages that are empty or unclear. */
    private static String inWords(String message) {
        if (message.contains("AttributeNotUnique")) {
            return "a duplicate attribute";
        }
        String text = message.substring(message.indexOf(MESSAGE) < 0 ? 0 : message.indexOf(MESSAGE) + MESSAGE.length());
        return text.strip().replaceFirst("\\.$", "");
    }
}
