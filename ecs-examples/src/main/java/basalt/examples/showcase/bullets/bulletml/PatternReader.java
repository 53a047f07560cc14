package basalt.examples.showcase.bullets.bulletml;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.parsers.SAXParserFactory;
import javax.xml.validation.Schema;
import javax.xml.validation.SchemaFactory;
import javax.xml.validation.ValidatorHandler;
import org.xml.sax.Attributes;
import org.xml.sax.InputSource;
import org.xml.sax.Locator;
import org.xml.sax.SAXException;
import org.xml.sax.SAXParseException;
import org.xml.sax.XMLReader;
import org.xml.sax.ext.DefaultHandler2;
import org.xml.sax.helpers.XMLFilterImpl;

/**
 * Reads the elements of a pattern file, and finds them by their labels. {@code bulletml.xsd} decides which elements are
 * valid. A file can name a DTD, which is not read, and can have no entities.
 */
final class PatternReader extends DefaultHandler2 {
    private static final Pattern CODE = Pattern.compile("^(cvc|JAXP)[^ ]*: "); // of a message
    private static final Pattern PARAM = Pattern.compile("\\$([1-9])");
    private static final Schema SCHEMA = schema();

    /** Largest size of a file in bytes. */
    static final int MOST_BYTES = 1 << 20;

    private static final String MOST_DEPTH = "64";
    private static final int MOST_SUGGESTIONS = 5;

    private final String file;
    private final Deque<Element> open = new ArrayDeque<>();
    private final StringBuilder text = new StringBuilder();
    private final Map<String, Map<String, Element>> labelled = new HashMap<>(); // by name and label
    private Locator place;
    private int paramCount;
    private Element root;

    private PatternReader(String file) {
        this.file = file;
    }

    /** Reads a stream to its end, and does not close it. */
    static PatternReader read(InputStream in, String file) throws IOException {
        byte[] bytes = in.readNBytes(MOST_BYTES + 1);
        if (bytes.length > MOST_BYTES) {
            throw new PatternException(
                    file,
                    1,
                    1,
                    "longer than " + MOST_BYTES + " bytes; a pattern is a small file: use repeat and references");
        }
        PatternReader reader = new PatternReader(file);
        try {
            reader.parser().parse(new InputSource(new ByteArrayInputStream(bytes)));
        } catch (SAXParseException e) {
            int line = Math.max(1, e.getLineNumber());
            int column = Math.max(1, e.getColumnNumber());
            throw new PatternException(
                    file, line, column, CODE.matcher(e.getMessage()).replaceFirst(""));
        } catch (IOException | SAXException e) {
            throw new PatternException(file, 1, 1, "unknown encoding, or bytes that are not in it: " + e.getMessage());
        }
        return reader;
    }

    /** A parser that passes elements on to the validator without their namespace, and this to here. */
    private XMLReader parser() throws SAXException {
        try {
            SAXParserFactory factory = SAXParserFactory.newDefaultNSInstance();
            factory.setFeature("http://apache.org/xml/features/nonvalidating/load-external-dtd", false);
            XMLReader parser = factory.newSAXParser().getXMLReader();
            parser.setProperty("http://www.oracle.com/xml/jaxp/properties/maxElementDepth", MOST_DEPTH);
            parser.setProperty("http://xml.org/sax/properties/declaration-handler", this);
            ValidatorHandler validator = SCHEMA.newValidatorHandler();
            validator.setErrorHandler(this);
            validator.setContentHandler(this);
            XMLFilterImpl filter = new XMLFilterImpl(parser) {
                @Override
                public void startElement(String uri, String localName, String name, Attributes attributes)
                        throws SAXException {
                    super.startElement("", localName, localName, attributes);
                }

                @Override
                public void endElement(String uri, String localName, String name) throws SAXException {
                    super.endElement("", localName, localName);
                }
            };
            filter.setContentHandler(validator);
            filter.setErrorHandler(this);
            return filter;
        } catch (ParserConfigurationException e) {
            throw new SAXException(e);
        }
    }

    private static Schema schema() {
        try {
            return SchemaFactory.newDefaultInstance().newSchema(PatternReader.class.getResource("bulletml.xsd"));
        } catch (SAXException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The greatest n for which $n occurs; 0 if there is none. */
    int paramCount() {
        return paramCount;
    }

    Element root() {
        return root;
    }

    /** The element that a reference means. */
    Element target(Element reference) {
        Map<String, Element> known = labelled.getOrDefault(reference.referred(), Map.of());
        Element target = known.get(reference.label);
        if (target == null) {
            String some = new TreeSet<>(known.keySet())
                    .stream()
                            .limit(MOST_SUGGESTIONS)
                            .map(PatternException::quoted)
                            .collect(Collectors.joining(", "));
            throw error(
                    reference,
                    "no <" + reference.referred() + "> is called " + PatternException.quoted(reference.label),
                    some.isEmpty()
                            ? "none has a label"
                            : "there are " + some + (known.size() > MOST_SUGGESTIONS ? ", ..." : ""));
        }
        return target;
    }

    PatternException error(Element at, String what, String remedy) {
        return new PatternException(file, at.line, at.column, what + "; " + remedy);
    }

    @Override
    public void setDocumentLocator(Locator locator) {
        place = locator;
    }

    @Override
    public void internalEntityDecl(String name, String value) throws SAXException {
        skippedEntity(name);
    }

    @Override
    public void externalEntityDecl(String name, String publicId, String systemId) throws SAXException {
        skippedEntity(name);
    }

    @Override
    public void skippedEntity(String name) throws SAXException {
        if (!name.equals("[dtd]")) {
            throw new SAXParseException(
                    "an entity " + PatternException.quoted(name) + "; write its text instead", place);
        }
    }

    @Override
    public void error(SAXParseException e) throws SAXException {
        throw e;
    }

    @Override
    public void startElement(String uri, String localName, String name, Attributes attributes) {
        Element element = new Element(
                name,
                attributes.getValue("label"),
                attributes.getValue("type"),
                place.getLineNumber(),
                place.getColumnNumber());
        if (open.isEmpty()) {
            root = element;
            if (!name.equals("bulletml")) {
                throw error(element, "<" + name + "> outside of the root", "a pattern begins with <bulletml>");
            }
        } else {
            open.peek().children.add(element);
        }
        if (element.label != null && !element.isReference()) {
            addLabel(element);
        }
        open.push(element);
        text.setLength(0);
    }

    private void addLabel(Element element) {
        Element other =
                labelled.computeIfAbsent(element.name, name -> new HashMap<>()).putIfAbsent(element.label, element);
        if (other != null) {
            throw error(
                    element,
                    "a second <" + element.name + "> called " + PatternException.quoted(element.label),
                    "the first one is in line " + other.line + ": rename one");
        }
    }

    @Override
    public void characters(char[] chars, int start, int length) {
        text.append(chars, start, length);
    }

    @Override
    public void endElement(String uri, String localName, String name) {
        Element element = open.pop();
        switch (name) {
            case "wait", "term", "times", "param", "direction", "speed", "horizontal", "vertical" -> {
                Matcher params = PARAM.matcher(text);
                while (params.find()) {
                    paramCount = Math.max(paramCount, params.group(1).charAt(0) - '0');
                }
                element.formula = FormulaReader.read(text.toString(), (what, remedy) -> error(element, what, remedy));
            }
            default -> {}
        }
    }

    /** An element of a pattern file. */
    static final class Element {
        final String name;

        /** The name by which references mean it, or that a reference means; null if there is none. */
        final String label;

        /** How its number is meant, or the orientation of the file; null for elements without types. */
        final String type;

        /** The position of the end of its start tag, from 1. */
        final int line;

        final int column;
        final List<Element> children = new ArrayList<>(0);

        /** Its number; null if it has elements instead. */
        Formula formula;

        Element(String name, String label, String type, int line, int column) {
            this.name = name;
            this.label = label;
            this.type = type;
            this.line = line;
            this.column = column;
        }

        /** The first child with one of these names; null if there is none. */
        Element child(String... names) {
            for (Element child : children) {
                if (List.of(names).contains(child.name)) {
                    return child;
                }
            }
            return null;
        }

        boolean isReference() {
            return name.endsWith("Ref");
        }

        /** The kind of element that a reference means. */
        String referred() {
            return name.substring(0, name.length() - "Ref".length());
        }
    }
}
