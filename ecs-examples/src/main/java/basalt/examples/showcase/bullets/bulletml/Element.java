package basalt.examples.showcase.bullets.bulletml;

import java.util.ArrayList;
import java.util.List;

/** An element of a pattern file. */
final class Element {
    final String name;

    /** Its place in {@code <bulletml>}, by which bullets, actions and fires are referred to; null if there is none. */
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
