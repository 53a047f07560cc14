package basalt.examples.showcase.bullets.bulletml;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** An element of a pattern file that has been read. */
final class Element {
    private final Tag tag;
    private final int offset;
    private final String label;
    private final String type;
    private final List<Element> children = new ArrayList<>(0);
    private Formula formula;
    private int mostParam;

    /**
     * Without children.
     *
     * @param offset where its tag begins
     * @param label null if it has none
     * @param type null if it has none
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

    /** Its number; null if it has none. */
    Formula formula() {
        return formula;
    }

    /** The greatest n of which $n stands in it or in what it contains, 0 if there is none. */
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
