package basalt.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Names the JDK and the processor, without which times say nothing. */
final class Machine {
    private static final Path PROCESSORS = Path.of("/proc/cpuinfo");

    private Machine() {}

    static void print(PrintStream out) {
        out.println("JDK " + System.getProperty("java.runtime.version") + ", " + System.getProperty("java.vm.name")
                + ", " + System.getProperty("java.vendor"));
        out.println(processor() + ", " + Runtime.getRuntime().availableProcessors() + " processors, "
                + System.getProperty("os.name") + " " + System.getProperty("os.arch"));
    }

    private static String processor() {
        if (!Files.isReadable(PROCESSORS)) {
            return "unnamed processor";
        }
        try (Stream<String> lines = Files.lines(PROCESSORS)) {
            return lines.filter(line -> line.startsWith("model name") || line.startsWith("Hardware"))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst()
                    .orElse("unnamed processor");
        } catch (IOException unreadable) {
            return "unnamed processor";
        }
    }
}
