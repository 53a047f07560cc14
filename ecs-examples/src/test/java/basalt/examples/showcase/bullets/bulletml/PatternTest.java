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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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
        assertFalse(pattern.isHorizontal());
        assertEquals("Pattern[test.xml, tops=1, scriptBytes=88]", pattern.toString());
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

    @ParameterizedTest
    @ValueSource(strings = {"\u202e", "\u2066", "\u2028", "\u2029", "\u0085", "\u00ad"})
    void shouldQuoteAFileInOneLine(String hidden) {
        PatternException e = assertThrows(
                PatternException.class,
                () -> read("<bulletml><action label='top'>a" + hidden + "b</action></bulletml>"));
        assertTrue(e.getMessage().startsWith("test.xml:1:31: text \"a b\" in <action>"), e::getMessage);
    }

    @Test
    void shouldCountLinesAsXmlDoes() {
        for (String end : new String[] {"\n", "\r\n", "\r"}) {
            PatternException e = assertThrows(
                    PatternException.class,
                    () -> read("<bulletml>" + end + end + "<action label='top'>" + end
                            + "  <wait>x</wait></action></bulletml>"));
            assertEquals("test.xml:4:9", e.getMessage().substring(0, 12));
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
        int alone = scriptBytes(TOP);
        assertEquals(ScriptLayout.STACK + 12, alone);
        String repeat = "<repeat><times>2</times><action>";
        String end = "</action></repeat>";
        assertEquals(alone + 4, scriptBytes("<action label='top'>" + repeat + end + repeat + end + "</action>"));
        assertEquals(alone + 8, scriptBytes("<action label='top'>" + repeat + repeat + end + end + "</action>"));
        String callee = "<action label='a'><wait>$2</wait>" + repeat + end + "</action>"; // 12 + 2 * 4 + 4
        assertEquals(
                alone + 24,
                scriptBytes("<action label='top'><actionRef label='a'/>" + repeat + end
                        + "<actionRef label='a'/></action>" + callee));
        assertEquals(
                alone + 28,
                scriptBytes("<action label='top'>" + repeat + "<actionRef label='a'/>" + end + "</action>" + callee));
        assertEquals(
                alone + 36,
                scriptBytes(TOP + "<bullet><action><wait>$9</wait></action></bullet>")); // actions of bullets count
    }

    @Test
    void shouldStaySmallWithManyReferences() {
        StringBuilder text = new StringBuilder("<bulletml><action label='top'><actionRef label='a0'/></action>");
        for (int i = 0; i < 30; i++) {
            text.append("<action label='a").append(i).append("'>");
            text.append(("<actionRef label='a" + (i + 1) + "'/>").repeat(100)).append("</action>");
        }
        Pattern pattern = read(text.append("<action label='a30'/></bulletml>").toString());
        assertEquals(ScriptLayout.STACK + 32 * 12, pattern.scriptBytes());
        assertTrue(pattern.code.length < 10_000);
    }

    @Test
    void shouldRefuseToStartUnknownActions() {
        Pattern pattern = read("<bulletml>" + TOP + "</bulletml>");
        try (PoolAllocator pool = new PoolAllocator(MemorySource.direct(), pattern.scriptBytes(), 4)) {
            long script = pool.allocate();
            for (int action : new int[] {Pattern.NO_ACTION, 1, Integer.MIN_VALUE}) {
                assertEquals(
                        "action must be one of this pattern: action=" + action,
                        assertThrows(
                                        IllegalArgumentException.class,
                                        () -> new Script()
                                                .wrap(pattern, pool, script)
                                                .start(action, Params.NONE))
                                .getMessage());
            }
            assertThrows(IndexOutOfBoundsException.class, () -> pattern.top(1));
        }
    }

    @Test
    void shouldRefuseBlocksThatAreTooSmall() {
        Pattern pattern = read("<bulletml>" + TOP + "</bulletml>");
        try (PoolAllocator small = new PoolAllocator(MemorySource.direct(), pattern.scriptBytes() - 4, 4)) {
            long script = small.allocate();
            assertEquals(
                    "blocks must have scriptBytes=88 at least: blockBytes=84",
                    assertThrows(IllegalArgumentException.class, () -> new Script().wrap(pattern, small, script))
                            .getMessage());
        }
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
    void shouldNotRunUnwrappedScripts() {
        Script script = new Script();
        assertThrows(IllegalStateException.class, () -> script.start(0, Params.NONE));
        assertThrows(IllegalStateException.class, () -> new Interpreter().run(script, new RecordingShooter()));
    }

    @Test
    void shouldReportLongNamesInOneLine() {
        String name = "x".repeat(900) + "\n";
        PatternException e = assertThrows(
                PatternException.class,
                () -> read("<bulletml><action label='top'><actionRef label='" + name + "'/></action></bulletml>"));
        assertEquals(
                "test.xml:1:31: no <action> is called \"" + "x".repeat(40) + "...\"; there are \"top\"",
                e.getMessage());
        PatternException text = assertThrows(PatternException.class, () -> read("<bulletml>a\nb\u0085c</bulletml>"));
        assertEquals(
                "test.xml:1:11: text \"a b c\" in <bulletml>; allowed in <bulletml>: <bullet>, <action>, <fire>",
                text.getMessage());
    }
}
