package basalt.examples.showcase.bullets.bulletml;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** A parsed element of a pattern file. */
final class Element {
    private final Tag tag;
    private final int offset;
    private final String label;
    private final String type;
    private final List<Element> children = new ArrayList<>(0);
    private Formula formula;
    private int mostParam;

    /**
     * Creates an element without children.
     *
     * @param offset offset of its tag in the text
     * @param label null if there is none
     * @param type null if there is none
     */
    Element(Tag tag, int offset, String label, String type) {
        this.tag = tag;
        this.offset = offset;
        this.label = label;
        this.type = type;
    }

    Tag tag() {
        return tag;
    }

    int offset() {
        return offset;
    }

    String label() {
        return label;
    }

    String type() {
        return type;
    }

    List<Element> children() {
        return children;
    }

    /** Its number; null if there is none. */
    Formula formula() {
        return formula;
    }

    /** The greatest n for which $n occurs in this element or its descendants; 0 if there is none. */
    int mostParam() {
        return mostParam;
    }

    void setFormula(Formula formula) {
        this.formula = formula;
        mostParam = formula.mostParam();
    }

    void add(Element child) {
        children.add(child);
        mostParam = Math.max(mostParam, child.mostParam);
    }

    /** The first child of an element; null if there is none. */
    Element child(Tag tag) {
        return child(Set.of(tag));
    }

    /** The first child that is one of some elements; null if there is none. */
    Element child(Set<Tag> tags) {
        for (Element child : children) {
            if (tags.contains(child.tag)) {
                return child;
            }
        }
        return null;
    }
}
