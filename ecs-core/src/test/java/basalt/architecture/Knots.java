package basalt.architecture;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds the knots of packages. A knot is a set of files of one package that all depend on each other, directly or
 * indirectly: a strongly connected component of the graph whose edges are the type names in the code. Uses Tarjan's
 * algorithm (SIAM J. Comput. 1, 1972).
 */
final class Knots {
    private static final Pattern NAME = Pattern.compile("\\b[A-Z]\\w*");

    /** The list of a sealed type's classes, which all depend on it: it says that there are no others. */
    private static final Pattern PERMITTED = Pattern.compile("\\bpermits\\b[^{]*");

    private final Map<String, Set<String>> uses;
    private final Map<String, Integer> number = new HashMap<>();
    private final Map<String, Integer> lowest = new HashMap<>();
    private final Deque<String> open = new ArrayDeque<>();
    private final Set<String> isOpen = new HashSet<>();
    private final List<Set<String>> found = new ArrayList<>();

    private Knots(Map<String, Set<String>> uses) {
        this.uses = uses;
    }

    /**
     * The knots of all packages that have more than one file.
     *
     * @return for each package with knots, the file names of each knot
     */
    static Map<String, List<Set<String>>> of(List<SourceFile> files) {
        Map<String, List<SourceFile>> packages = new TreeMap<>();
        files.forEach(file -> packages.computeIfAbsent(file.folder(), folder -> new ArrayList<>())
                .add(file));
        Map<String, List<Set<String>>> knots = new TreeMap<>();
        packages.forEach((folder, inside) -> {
            List<Set<String>> found = new Knots(graph(inside)).find();
            if (!found.isEmpty()) {
                knots.put(folder, found);
            }
        });
        return knots;
    }

    private static Map<String, Set<String>> graph(List<SourceFile> files) {
        Map<String, Set<String>> graph = new TreeMap<>();
        files.forEach(file -> graph.put(file.name(), new TreeSet<>()));
        for (SourceFile file : files) {
            Matcher name = NAME.matcher(PERMITTED.matcher(file.code()).replaceAll(""));
            while (name.find()) {
                if (graph.containsKey(name.group()) && !name.group().equals(file.name())) {
                    graph.get(file.name()).add(name.group());
                }
            }
        }
        return graph;
    }

    private List<Set<String>> find() {
        for (String file : uses.keySet()) {
            if (!number.containsKey(file)) {
                visit(file);
            }
        }
        return found;
    }

    private void visit(String file) {
        number.put(file, number.size());
        lowest.put(file, number.get(file));
        open.push(file);
        isOpen.add(file);
        for (String used : uses.get(file)) {
            if (!number.containsKey(used)) {
                visit(used);
                lowest.merge(file, lowest.get(used), Math::min);
            } else if (isOpen.contains(used)) {
                lowest.merge(file, number.get(used), Math::min);
            }
        }
        if (lowest.get(file).equals(number.get(file))) {
            close(file);
        }
    }

    private void close(String first) {
        Set<String> knot = new TreeSet<>();
        String file;
        do {
            file = open.pop();
            isOpen.remove(file);
            knot.add(file);
        } while (!file.equals(first));
        if (knot.size() > 1) {
            found.add(Collections.unmodifiableSet(knot));
        }
    }
}
