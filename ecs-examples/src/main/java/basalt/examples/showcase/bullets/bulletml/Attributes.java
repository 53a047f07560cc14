package basalt.examples.showcase.bullets.bulletml;

import static basalt.examples.showcase.bullets.bulletml.PatternException.quoted;

import javax.xml.stream.XMLStreamReader;

/**
 * The attributes of an element.
 *
 * @param label null if there is none
 * @param type null if there is none
 */
record Attributes(String label, String type) {
    /**
     * Reads the attributes of the current element of a reader.
     *
     * @throws PatternException if an attribute is not allowed, or one is missing
     */
    static Attributes of(XMLStreamReader reader, Tag tag, SourceText source, int offset) {
        String label = null;
        String type = null;
        for (int i = 0; i < reader.getAttributeCount(); i++) {
            String name = reader.getAttributeLocalName(i);
            String prefix = reader.getAttributePrefix(i);
            boolean plain = prefix == null || prefix.isEmpty();
            if (plain && name.equals("label") && tag.hasLabel()) {
                label = reader.getAttributeValue(i);
            } else if (plain && name.equals("type") && !tag.types().isEmpty()) {
                type = reader.getAttributeValue(i);
            } else {
                throw source.error(
                        offset,
                        "unknown attribute " + quoted(plain ? name : prefix + ":" + name) + " of " + tag,
                        tag.hasLabel()
                                ? "allowed: label"
                                : tag.types().isEmpty() ? "it has no attributes" : "allowed: type");
            }
        }
        if (type != null && !tag.types().contains(type)) {
            throw source.error(
                    offset,
                    "unknown type " + quoted(type) + " of " + tag,
                    "it must be one of " + String.join(", ", tag.types()));
        }
        if (label == null ? tag.referred() != null : label.isBlank()) {
            throw source.error(
                    offset,
                    tag + (label == null ? " without a label" : " with an empty label"),
                    tag.referred() == null ? "give it a name" : "name the " + tag.referred() + " that is meant");
        }
        return new Attributes(label, type);
    }
}
