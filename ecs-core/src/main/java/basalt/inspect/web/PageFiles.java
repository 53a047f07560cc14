package basalt.inspect.web;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The files of the page, from the jar. Immutable. */
final class PageFiles {
    private static final String FOLDER = "/basalt/inspect/page/";
    private static final Map<String, String> TYPES = Map.of(
            "html", "text/html; charset=utf-8",
            "css", "text/css; charset=utf-8",
            "js", "text/javascript; charset=utf-8");

    private static final List<String> NAMES = List.of(
            "index.html",
            "style.css",
            "main.js",
            "api.js",
            "choices.js",
            "dom.js",
            "query.js",
            "entities.js",
            "entity.js",
            "systems.js",
            "memory.js",
            "time.js");

    private final Map<String, byte[]> files = new LinkedHashMap<>();

    /** Reads all files. */
    PageFiles() {
        for (String name : NAMES) {
            try (InputStream in = PageFiles.class.getResourceAsStream(FOLDER + name)) {
                if (in == null) {
                    throw new IllegalStateException("the jar lacks " + FOLDER + name + "; build it again");
                }
                files.put(name, in.readAllBytes());
            } catch (IOException e) {
                throw new UncheckedIOException("a file of the page cannot be read: " + FOLDER + name, e);
            }
        }
    }

    /** The file at a path of an address, such as {@code /style.css}; null if there is none. */
    byte[] get(String path) {
        return files.get(name(path));
    }

    private static String name(String path) {
        return path.equals("/") ? "index.html" : path.substring(1);
    }

    static String type(String path) {
        String name = name(path);
        return TYPES.get(name.substring(name.lastIndexOf('.') + 1));
    }
}
