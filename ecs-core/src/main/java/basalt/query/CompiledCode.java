package basalt.query;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;

/**
 * The methods that the optimising JIT has compiled, as HotSpot lists them ({@code jcmd Compiler.codelist}). Other JVMs,
 * and those without the module {@code java.management}, have no such list.
 */
final class CompiledCode {
    private static final String OPTIMISED = "4";

    /** A line: number, level, state, method, and the addresses of its code. */
    private static final Pattern LINE =
            Pattern.compile("\\d+ (\\d) \\d+ ([^( ]+)\\(.* \\[0x\\p{XDigit}+, 0x(\\p{XDigit}+) - 0x(\\p{XDigit}+)\\]");

    /** The code of a method. */
    private record Code(String method, long bytes) {}

    private final List<Code> optimised = new ArrayList<>();
    private long inlineLimitBytes;

    private CompiledCode() {}

    /** The methods that are compiled now. */
    static CompiledCode current() {
        CompiledCode code = new CompiledCode();
        try {
            code.read(ManagementFactory.getPlatformMBeanServer());
        } catch (JMException | RuntimeException | LinkageError e) {
            code.optimised.clear(); // this JVM has no list: isKnown() is false
        }
        return code;
    }

    private void read(MBeanServer server) throws JMException {
        Object[] noOptions = {new String[0]};
        String[] signature = {String[].class.getName()};
        ObjectName commands = new ObjectName("com.sun.management:type=DiagnosticCommand");
        String list = (String) server.invoke(commands, "compilerCodelist", noOptions, signature);
        for (Matcher line = LINE.matcher(list); line.find(); ) {
            if (line.group(1).equals(OPTIMISED)) {
                long begin = Long.parseUnsignedLong(line.group(3), 16);
                optimised.add(new Code(line.group(2), Long.parseUnsignedLong(line.group(4), 16) - begin));
            }
        }
        Object[] option = {"InlineSmallCode"};
        String[] text = {String.class.getName()};
        ObjectName machine = new ObjectName("com.sun.management:type=HotSpotDiagnostic");
        CompositeData limit = (CompositeData) server.invoke(machine, "getVMOption", option, text);
        inlineLimitBytes = Long.parseLong((String) limit.get("value"));
    }

    /** Whether this JVM lists compiled methods. */
    boolean isKnown() {
        return !optimised.isEmpty();
    }

    /** The size of a method's code; 0 if it is not compiled or not known. */
    long bytes(String type, String method) {
        String name = type + "." + method;
        return optimised.stream()
                .filter(code -> code.method.equals(name))
                .mapToLong(Code::bytes)
                .max()
                .orElse(0);
    }

    /** The size of compiled code above which the JIT does not inline a method; 0 if not known. */
    long inlineLimitBytes() {
        return inlineLimitBytes;
    }
}
