package basalt.examples.showcase.bullets.bulletml;

import static basalt.examples.showcase.bullets.bulletml.PatternException.quoted;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** All elements of a pattern by kind and label. Bullets, actions and fires have separate namespaces. */
final class Labels {
    private static final int MOST_SUGGESTIONS = 5;

    private final SourceText source;
    private final Map<Tag, List<Element>> all = new EnumMap<>(Tag.class);
    private final Map<Tag, Map<String, Element>> labelled = new EnumMap<>(Tag.class);

    /**
     * Collects the elements of a pattern.
     *
     * @throws PatternException if a label is not unique, or a reference has no target
     */
    Labels(SourceText source, Element root) {
        this.source = source;
        for (Tag tag : Tag.values()) {
            all.put(tag, new ArrayList<>());
            labelled.put(tag, new HashMap<>());
        }
        collect(root);
        all.forEach((tag, elements) -> {
            if (tag.referred() != null) {
                elements.forEach(this::target);
            }
        });
    }

    /** All elements of a kind, in the order of the file. */
    List<Element> all(Tag tag) {
        return all.get(tag);
    }

    /** The target of a reference. */
    Element target(Element reference) {
        Map<String, Element> known = labelled.get(reference.tag().referred());
        Element target = known.get(reference.label());
        if (target == null) {
            String some = known.keySet().stream()
                    .sorted()
                    .limit(MOST_SUGGESTIONS)
                    .map(PatternException::quoted)
                    .collect(Collectors.joining(", "));
            throw source.error(
                    reference.offset(),
                    "no " + reference.tag().referred() + " is called " + quoted(reference.label()),
                    some.isEmpty()
                            ? "none has a label"
                            : "there are " + some + (known.size() > MOST_SUGGESTIONS ? ", ..." : ""));
        }
        return target;
    }

    private void collect(Element element) {
        all.get(element.tag()).add(element);
        if (element.label() != null && element.tag().referred() == null) {
            Element other = labelled.get(element.tag()).putIfAbsent(element.label(), element);
            if (other != null) {
                throw source.error(
                        element.offset(),
                        "a second " + element.tag() + " called " + quoted(element.label()),
                        "the first one is in line " + source.lines().line(other.offset()) + ": rename one");
            }
        }
        element.children().forEach(this::collect);
    }
}
