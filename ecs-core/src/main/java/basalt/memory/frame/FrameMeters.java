package basalt.memory.frame;

import basalt.memory.block.BackingMemory;
import basalt.memory.block.BumpCursor;
import basalt.memory.block.ScopeStack;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The phases and tags of a {@link FrameArena}. Look each up by name once and keep it.
 *
 * <p>A phase is a part of the frame, such as a system. A tag is a purpose: what counts for {@code ai/pathfinding} also
 * counts for {@code ai}. Confined to the arena's thread.
 */
public final class FrameMeters {
    private final ScopeStack scopes;
    private final BumpCursor cursor;
    private final FrameMeter.Count frame;
    private final Map<String, FrameMeter> phases = new LinkedHashMap<>();
    private final Map<String, FrameMeter> tags = new LinkedHashMap<>();
    private final List<FrameMeter> all = new ArrayList<>();
    private FrameMeter[] open = new FrameMeter[8];
    private int depth;
    private int openPhases;
    private long bytesAtFirstPhase;
    private long phasedBytes;

    FrameMeters(ScopeStack scopes, BumpCursor cursor, FrameMeter.Count frame) {
        this.scopes = scopes;
        this.cursor = cursor;
        this.frame = frame;
    }

    /**
     * Returns a phase by its name, and creates it if it is new.
     *
     * @param name the name, such as that of a system
     * @return the phase, the same object for each call with this name
     */
    public FrameMeter phase(String name) {
        scopes.requireOpen();
        FrameMeter known = phases.get(name);
        if (known == null) {
            BackingMemory.requireName(name);
            known = add(phases, FrameMeter.Kind.PHASE, name, null);
        }
        return known;
    }

    /**
     * Returns a tag by its path, and creates it and its parents if they are new.
     *
     * @param path names separated by slashes, such as {@code "ai/pathfinding"}
     * @return the tag, the same object for each call with this path
     */
    public FrameMeter tag(String path) {
        scopes.requireOpen();
        FrameMeter known = tags.get(path);
        if (known != null) {
            return known;
        }
        BackingMemory.requireName(path);
        for (String name : path.split("/", -1)) {
            if (name.isBlank()) {
                throw new IllegalArgumentException("the names of a path must not be blank: path=\"" + path + "\"");
            }
        }
        int end = path.lastIndexOf('/');
        return add(tags, FrameMeter.Kind.TAG, path, end < 0 ? null : tag(path.substring(0, end)));
    }

    private FrameMeter add(Map<String, FrameMeter> known, FrameMeter.Kind kind, String name, FrameMeter parent) {
        FrameMeter meter = new FrameMeter(this, kind, name, parent);
        known.put(name, meter);
        all.add(meter);
        cursor.startCounting();
        return meter;
    }

    void begin(FrameMeter meter) {
        scopes.requireOpen();
        if (depth == open.length) {
            open = Arrays.copyOf(open, depth * 2);
        }
        startSpan();
        meter.start(cursor.allocatedBytes(), cursor.allocations());
        open[depth++] = meter;
        if (meter.kind == FrameMeter.Kind.PHASE && openPhases++ == 0) {
            bytesAtFirstPhase = cursor.allocatedBytes();
        }
    }

    void end(FrameMeter meter) {
        scopes.requireOpen();
        if (depth == 0 || open[depth - 1] != meter) {
            throw new IllegalStateException(
                    meter.isOpen() && depth > 0
                            ? meter.name() + " closed out of order: first close what was begun later, innermost is "
                                    + innermost()
                            : meter.name() + " is not open: begin() it first");
        }
        startSpan();
        open[--depth] = null;
        meter.stop(cursor.allocatedBytes(), cursor.allocations(), scopes.epoch());
        if (meter.kind == FrameMeter.Kind.PHASE && --openPhases == 0) {
            phasedBytes += cursor.allocatedBytes() - bytesAtFirstPhase;
        }
    }

    /** {@return whether this arena has a phase, open or not} */
    public boolean hasPhases() {
        return !phases.isEmpty();
    }

    /** The innermost open phase or tag; null if none is open. */
    FrameMeter innermost(FrameMeter.Kind kind) {
        for (int i = depth - 1; i >= 0; i--) {
            if (open[i].kind == kind) {
                return open[i];
            }
        }
        return null;
    }

    void requireNoneOpen() {
        if (depth > 0) {
            throw new IllegalStateException("frame ended while " + innermost() + " is open: close it first");
        }
    }

    /** Closes all open meters; returns false if there were any. */
    boolean endAll() {
        boolean noneOpen = depth == 0;
        while (depth > 0) {
            end(open[depth - 1]);
        }
        return noneOpen;
    }

    /**
     * Closes a meter at its outermost begin, and everything begun after that; returns false if other meters were open
     * inside it.
     */
    boolean endThrough(FrameMeter meter) {
        int at = 0;
        while (at < depth && open[at] != meter) {
            at++;
        }
        if (at == depth) {
            throw new IllegalStateException("the phase is not open in this arena: begin() it first");
        }
        boolean isInnermost = at == depth - 1;
        while (depth > at) {
            end(open[depth - 1]);
        }
        return isInnermost;
    }

    /** Adds the arena's high-water mark since the last change to all open meters, and starts a new span. */
    void startSpan() {
        long held = cursor.spanHighWaterBytes();
        frame.held(held);
        for (int i = 0; i < depth; i++) {
            open[i].held(held);
        }
        cursor.startSpan();
    }

    /** The most bytes allocated at once in this frame. */
    long frameHighWaterBytes() {
        return Math.max(frame.highWaterBytes, cursor.spanHighWaterBytes());
    }

    /** Ends the frame of all meters. Returns the bytes allocated within phases. */
    long endFrame() {
        for (int i = 0; i < all.size(); i++) {
            all.get(i).endFrame();
        }
        long bytes = phasedBytes;
        phasedBytes = 0;
        return bytes;
    }

    List<FrameMeter.Stats> phaseStats() {
        return phases.values().stream().map(FrameMeter::lastFrame).toList();
    }

    List<FrameMeter.Stats> tagStats() {
        return tags.values().stream().map(FrameMeter::lastFrame).toList();
    }

    private String innermost() {
        FrameMeter meter = open[depth - 1];
        return (meter.kind == FrameMeter.Kind.PHASE ? "phase " : "tag ") + meter.name();
    }
}
