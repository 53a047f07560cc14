package basalt.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Names the JDK and the processor, as times are meaningless without them. */
public final class Machine {
    private static final Path PROCESSORS = Path.of("/proc/cpuinfo");

    private Machine() {}

    static void print(PrintStream out) {
        out.println(jdk());
        out.println(processor() + ", " + Runtime.getRuntime().availableProcessors() + " processors, " + system());
    }

    /**
     * Names the JDK.
     *
     * @return its version, its virtual machine and its maker
     */
    public static String jdk() {
        return "JDK " + System.getProperty("java.runtime.version") + ", " + System.getProperty("java.vm.name") + ", "
                + System.getProperty("java.vendor");
    }

    /**
     * Names the operating system.
     *
     * @return its name and the architecture
     */
    public static String system() {
        return System.getProperty("os.name") + " " + System.getProperty("os.arch");
    }

    /**
     * Names the processor, if the system reports it.
     *
     * @return its model
     */
    public static String processor() {
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
