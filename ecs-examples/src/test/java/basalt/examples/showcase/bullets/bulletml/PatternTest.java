package basalt.examples.showcase.bullets.bulletml;

import static basalt.examples.showcase.bullets.bulletml.ScriptRun.read;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.memory.DeadHandleException;
import basalt.memory.MemorySource;
import basalt.memory.allocator.PoolAllocator;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PatternTest {
    private static final String TOP = "<action label='top'><wait>7</wait></action>";

    private static int scriptBytes(String content) {
        return read("<bulletml>" + content + "</bulletml>").scriptBytes();
    }

    @Test
    void shouldReadXmlFeatures() {
        Pattern pattern = read("<?xml version='1.0' ?>\r\n<!-- > < [ -->\r\n<!DOCTYPE bulletml SYSTEM "
                + "\"http://example.org/[bulletml].dtd\">\r\n"
                + "<?stylesheet no?>\n<bulletml xmlns=\"http://www.asahi-net.or.jp/~cs8k-cyu/bulletml\" "
                + "type='none'>\n"
                + "<!-- a --><action label='top&#x20;&amp;'>\n<wait> 3 <!-- b --><![CDATA[ * ]]>&#50; "
                + "</wait><?c d?></action>\n</bulletml>\n<!-- e -->");
        assertEquals("test.xml", pattern.name());
        try (ScriptRun run = ScriptRun.of(pattern)) {
            for (int tick = 0; tick < 6; tick++) {
                assertTrue(run.tick());
            }
            assertFalse(run.tick());
        }
    }

    @Test
    void shouldReadFilesInTheirEncoding(@TempDir Path folder) throws IOException {
        Charset japanese = Charset.forName("Shift_JIS");
        String label = "\u5f3e\u5e55"; // not UTF-8 in this encoding
        String text = "<bulletml><action label='top'><actionRef label='" + label + "'/></action><action label='" + label
                + "'/></bulletml>";
        Path file = folder.resolve("danmaku.xml");
        Files.write(file, ("<?xml version=\"1.0\" encoding=\"Shift_JIS\"?>" + text).getBytes(japanese));
        assertEquals("danmaku.xml", Pattern.read(file).name());
        Files.write(file, text.getBytes(StandardCharsets.UTF_8));
        assertEquals(1, Pattern.read(file).topCount());
        Files.write(file, ("\uFEFF" + text).getBytes(StandardCharsets.UTF_8));
        assertEquals(1, Pattern.read(file).topCount());
        Files.write(file, ("\uFEFF<?xml version=\"1.0\"?>" + text).getBytes(StandardCharsets.UTF_8));
        assertEquals(1, Pattern.read(file).topCount());
        Files.write(
                file, ("\uFEFF<?xml version=\"1.0\" encoding=\"Shift_JIS\"?>" + text).getBytes(StandardCharsets.UTF_8));
        assertEquals(1, Pattern.read(file).topCount());
        Files.write(file, ("<?xml version=\"1.0\" encoding=\"UTF-16\"?>" + text).getBytes(StandardCharsets.UTF_16));
        assertEquals(1, Pattern.read(file).topCount());
        Files.write(file, ("\uFEFF" + text).getBytes(StandardCharsets.UTF_16LE));
        assertEquals(1, Pattern.read(file).topCount());
        Files.write(file, text.getBytes(japanese));
        assertThrows(PatternException.class, () -> Pattern.read(file));
    }

    @Test
    void shouldReportTheLineInOneLine() {
        for (String end : new String[] {"\n", "\r\n"}) {
            PatternException e = assertThrows(
                    PatternException.class,
                    () -> read("<bulletml>" + end + end + "<action label='top'>" + end
                            + "  <wait>x\u202e\n</wait></action></bulletml>"));
            assertTrue(
                    e.getMessage().startsWith("test.xml:4:9: \"x \" where a number should be; numbers are like"),
                    e.getMessage());
        }
    }

    @Test
    void shouldReadAllElementsInAnyOrderOfTheirChildren() {
        read("<bulletml type='vertical'>" + TOP + "<bullet><action/><speed>1</speed><direction>1</direction></bullet>"
                + "<fire label='f'><bullet/><direction>1</direction></fire>"
                + "<action><changeDirection><term>1</term><direction>1</direction></changeDirection>"
                + "<changeSpeed><term>1</term><speed>1</speed></changeSpeed><accel><term>1</term></accel>"
                + "<repeat><action/><times>1</times></repeat><fireRef label='f'/></action></bulletml>");
    }

    @Test
    void shouldComputeTheMemoryOfAScript() {
        int alone = scriptBytes(TOP + "<action><wait>$2</wait></action>");
        int frame = Script.frameBytes(2);
        assertEquals(Script.STACK + frame, alone);
        String repeat = "<repeat><times>2</times><action>";
        String end = "</action></repeat>";
        assertEquals(alone + 4 - 8, scriptBytes("<action label='top'>" + repeat + end + repeat + end + "</action>"));
        assertEquals(alone + 8 - 8, scriptBytes("<action label='top'>" + repeat + repeat + end + end + "</action>"));
        String callee = "<action label='a'><wait>$2</wait>" + repeat + end + "</action>";
        assertEquals(
                alone + frame + 4,
                scriptBytes("<action label='top'><actionRef label='a'/>" + repeat + end
                        + "<actionRef label='a'/></action>" + callee));
        String nested = "<bullet><action>" + repeat + "<actionRef label='a'/>" + end + "</action></bullet>";
        assertEquals(alone + frame + 8, scriptBytes(TOP + nested + callee)); // actions of bullets count
    }

    @Test
    void shouldStaySmallWithManyReferences() {
        StringBuilder text = new StringBuilder("<bulletml><action label='top'><actionRef label='a0'/></action>");
        for (int i = 0; i < 30; i++) {
            text.append("<action label='a").append(i).append("'>");
            text.append(("<actionRef label='a" + (i + 1) + "'/>").repeat(100)).append("</action>");
        }
        Pattern pattern = read(text.append("<action label='a30'/></bulletml>").toString());
        assertEquals(Script.STACK + 32 * Script.frameBytes(0), pattern.scriptBytes());
        assertTrue(pattern.code.length < 10_000);
    }

    @Test
    void shouldNotRunFreedScripts() {
        Pattern pattern = read("<bulletml>" + TOP + "</bulletml>");
        try (PoolAllocator pool = new PoolAllocator(MemorySource.direct(), pattern.scriptBytes(), 4)) {
            long script = pool.allocate();
            new Script().wrap(pattern, pool, script).start(pattern.top(0), Params.NONE);
            pool.free(script);
            assertThrows(DeadHandleException.class, () -> new Script().wrap(pattern, pool, script));
        }
    }

    @Test
    void shouldQuoteLongNamesInPart() {
        String name = "x".repeat(900) + "\n";
        PatternException e = assertThrows(
                PatternException.class,
                () -> read("<bulletml><action label='top'><actionRef label='" + name + "'/></action></bulletml>"));
        assertTrue(
                e.getMessage().endsWith(": no <action> is called \"" + "x".repeat(40) + "...\"; there are \"top\""),
                e.getMessage());
    }
}
