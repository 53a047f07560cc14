package basalt.examples.showcase.bullets.bulletml;

import basalt.examples.showcase.bullets.bulletml.Shooter.Glide;
import basalt.memory.MemorySource;
import basalt.memory.allocator.PoolAllocator;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Runs the first action of a pattern for a recording shooter, tick by tick. */
final class ScriptRun implements AutoCloseable {
    final RecordingShooter shooter = new RecordingShooter();
    final Pattern pattern;
    private final Interpreter interpreter = new Interpreter();
    private final Script view = new Script();
    private final PoolAllocator scripts;
    private final long script;

    private ScriptRun(Pattern pattern, int action, Params params) {
        this.pattern = pattern;
        scripts = new PoolAllocator(MemorySource.direct(), pattern.scriptBytes(), 4);
        script = scripts.allocate();
        scripts.slice(script).fill((byte) 0xA5); // the old content of the block must not matter
        view.wrap(pattern, scripts, script).start(action, params);
    }

    /** Runs the first top-level action. */
    static ScriptRun of(Pattern pattern) {
        return new ScriptRun(pattern, pattern.top(0), Params.NONE);
    }

    /** Runs an action with this content. */
    static ScriptRun ofTop(String content) {
        return of(read("<bulletml><action label=\"top\">" + content + "</action></bulletml>"));
    }

    /** Runs the action "top" of a root element with this content. */
    static ScriptRun ofAll(String content) {
        return of(read("<bulletml>" + content + "</bulletml>"));
    }

    /** Runs the script of a fired bullet. */
    ScriptRun fired(int index) {
        RecordingShooter.Shot shot = shooter.shots.get(index);
        Params params = new Params();
        for (int n = 1; n <= Params.MOST; n++) {
            params.set(n, shot.params().get(n - 1));
        }
        ScriptRun run = new ScriptRun(pattern, shot.action(), params);
        run.shooter.direction = shot.direction();
        run.shooter.speed = shot.speed();
        return run;
    }

    static Pattern read(String text) {
        try {
            return Pattern.read(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), "test.xml");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Runs one tick. Returns false if the script has ended. */
    boolean tick() {
        return interpreter.run(view.wrap(pattern, scripts, script), shooter);
    }

    /** Hands over ticks, if possible. */
    int handOver(Glide glide) {
        return interpreter.handOver(view.wrap(pattern, scripts, script), glide);
    }

    ScriptRun ticks(int count) {
        for (int i = 0; i < count; i++) {
            tick();
        }
        return this;
    }

    /** The directions of all shots, separated by spaces. */
    String directions() {
        return join(shooter.shots.stream().map(RecordingShooter.Shot::direction).toList());
    }

    /** The speeds of all shots, separated by spaces. */
    String speeds() {
        return join(shooter.shots.stream().map(RecordingShooter.Shot::speed).toList());
    }

    /** The first parameters of all shots, separated by spaces. */
    String firstParams() {
        return join(shooter.shots.stream().map(shot -> shot.params().get(0)).toList());
    }

    private static String join(List<Float> numbers) {
        List<String> words = new ArrayList<>();
        numbers.forEach(number -> words.add(number == Math.rint(number) ? "" + number.intValue() : "" + number));
        return String.join(" ", words);
    }

    @Override
    public void close() {
        scripts.close();
    }
}
