package basalt.architecture;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Finds the knots of packages. A knot is a set of files of one package that all depend on each other, directly or
 * indirectly; a file depends on those whose names are in its code.
 */
final class Knots {
    private static final Pattern NAME = Pattern.compile("\\b[A-Z]\\w*");

    /** The list of a sealed type's classes, which all depend on it: it says that there are no others. */
    private static final Pattern PERMITTED = Pattern.compile("\\bpermits\\b[^{]*");

    private Knots() {}

    /**
     * The knots of all packages that have more than one file.
     *
     * @return for each package with knots, the file names of each knot
     */
    static Map<String, Set<Set<String>>> of(List<SourceFile> files) {
        Map<String, List<SourceFile>> packages =
                files.stream().collect(Collectors.groupingBy(SourceFile::folder, TreeMap::new, Collectors.toList()));
        Map<String, Set<Set<String>>> knots = new TreeMap<>();
        packages.forEach((folder, inside) -> {
            Set<Set<String>> found = knots(graph(inside));
            if (!found.isEmpty()) {
                knots.put(folder, found);
            }
        });
        return knots;
    }

    private static Map<String, Set<String>> graph(List<SourceFile> files) {
        Set<String> names = files.stream().map(SourceFile::name).collect(Collectors.toSet());
        return files.stream()
                .collect(Collectors.toMap(
                        SourceFile::name,
                        file -> NAME.matcher(PERMITTED.matcher(file.code()).replaceAll(""))
                                .results()
                                .map(MatchResult::group)
                                .filter(name -> names.contains(name) && !name.equals(file.name()))
                                .collect(Collectors.toSet())));
    }

    private static Set<Set<String>> knots(Map<String, Set<String>> uses) {
        Map<String, Set<String>> reached = new TreeMap<>();
        uses.keySet().forEach(file -> reach(file, uses, reached.computeIfAbsent(file, unused -> new TreeSet<>())));
        return reached.keySet().stream()
                .map(file -> reached.get(file).stream()
                        .filter(other -> reached.get(other).contains(file))
                        .collect(Collectors.toSet()))
                .filter(knot -> knot.size() > 1)
                .collect(Collectors.toSet());
    }

    private static void reach(String file, Map<String, Set<String>> uses, Set<String> reached) {
        for (String used : uses.get(file)) {
            if (reached.add(used)) {
                reach(used, uses, reached);
            }
        }
    }
}
