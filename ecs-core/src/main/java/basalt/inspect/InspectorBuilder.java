package basalt.inspect;

import basalt.internal.Friend;
import basalt.memory.Allocator;
import basalt.memory.frame.FrameArena;
import basalt.memory.tracking.MemoryTracker;
import basalt.query.Query;
import basalt.query.SpatialGrid;
import basalt.runtime.RowQuery;
import basalt.runtime.WorldRuntime;
import basalt.save.Saves;
import basalt.save.Snapshots;
import basalt.system.FixedStepLoop;
import basalt.system.Schedule;
import basalt.text.WorldText;
import basalt.world.Prefab;
import basalt.world.Template;
import basalt.world.World;
import basalt.world.WorldMonitor;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/** Sets an {@link Inspector} up. Each option has a default. For the world's thread. */
public final class InspectorBuilder {
    private static final int MOST_PORT = 65_535;
    private static final int TOKEN_BYTES = 16;
    private static final int MOST_BUDGET_MICROS = 1_000_000;
    private static final Friend<Query, RowQuery> QUERIES = Friend.of(Query.class, RowQuery.class);
    private static final Friend<World, WorldRuntime> WORLDS = Friend.of(World.class, WorldRuntime.class);
    private static final Pattern TOKEN = Pattern.compile("[A-Za-z0-9_-]{16,128}");

    final Schedule schedule;
    String token = newToken();
    WebServer.Limits limits = WebServer.Limits.DEFAULT;

    /** Prints the address: the one line that the library prints. */
    Consumer<String> announce = line -> System.out.println(line);

    private final Map<String, Allocator> allocators = new LinkedHashMap<>();
    private final Map<String, MemoryTracker> trackers = new LinkedHashMap<>();
    private final Map<String, Template> templates = new LinkedHashMap<>();
    private final Map<String, Prefab> prefabs = new LinkedHashMap<>();
    private final Map<String, SpatialGrid> grids = new LinkedHashMap<>();
    private InetAddress address = InetAddress.getLoopbackAddress();
    private int port;
    private long budgetMicros = 200;
    private boolean isEditable;
    private FixedStepLoop loop;
    private Snapshots snapshots;
    private int historyTicks;
    private Class<?>[] excluded = {};
    private boolean hasHashes;
    private Path recordings;
    private WorldText texts;

    InspectorBuilder(Schedule schedule) {
        this.schedule = schedule;
    }

    private static String newToken() {
        byte[] random = new byte[TOKEN_BYTES];
        new SecureRandom().nextBytes(random);
        return HexFormat.of().formatHex(random);
    }

    /**
     * Sets the port. The default is 0.
     *
     * @param newPort 1 to 65,535; 0 for any that is free
     * @throws IllegalArgumentException if it is out of range
     */
    public InspectorBuilder port(int newPort) {
        if (newPort < 0 || newPort > MOST_PORT) {
            throw new IllegalArgumentException("port must be from 0 to " + MOST_PORT + ": port=" + newPort);
        }
        port = newPort;
        return this;
    }

    /**
     * Sets where the server listens. The default is the loopback address, which only this machine reaches. The
     * connection is not encrypted: on another address, everybody who can listen to the network can read the token.
     *
     * @param newAddress an address of this machine
     */
    public InspectorBuilder address(InetAddress newAddress) {
        address = require("address", newAddress);
        return this;
    }

    /**
     * Sets the token, so that a page that is open finds the program again when it is started again. The default is a
     * random one for each inspector.
     *
     * @param newToken 16 to 128 letters, digits, {@code -} and {@code _}
     * @throws IllegalArgumentException if it is something else
     */
    public InspectorBuilder token(String newToken) {
        if (newToken == null || !TOKEN.matcher(newToken).matches()) {
            throw new IllegalArgumentException("token must be 16 to 128 letters, digits, - and _: "
                    + (newToken == null ? "null" : newToken.length() + " characters"));
        }
        token = newToken;
        return this;
    }

    /** Lets the page change the world, the systems and the loop. By default it only shows. */
    public InspectorBuilder editable() {
        isEditable = true;
        return this;
    }

    /**
     * Sets the loop that drives the schedule: the page shows, and if it is {@linkplain #editable() editable} sets,
     * whether it is paused and its speed.
     */
    public InspectorBuilder loop(FixedStepLoop newLoop) {
        loop = require("loop", newLoop);
        return this;
    }

    /**
     * Lets the page go back in time: the state after each tick is kept, as {@link Snapshots} of the world, which has
     * none yet. This costs as much as their {@link Snapshots#capture}.
     *
     * @param ticks how many states are kept, 1 to {@value Snapshots#MAX_CAPACITY}
     * @param notKept the types of resources and records that are not kept, as for {@link Saves#snapshots}
     * @throws IllegalArgumentException if the number is out of range, or a type is null
     * @throws IllegalStateException if there are {@link #snapshots} already
     */
    public InspectorBuilder history(int ticks, Class<?>... notKept) {
        if (ticks < 1 || ticks > Snapshots.MAX_CAPACITY) {
            throw new IllegalArgumentException(
                    "history must be from 1 to " + Snapshots.MAX_CAPACITY + " ticks: ticks=" + ticks);
        }
        requireNoHistory(snapshots != null);
        excluded = require("notKept", notKept).clone();
        historyTicks = ticks;
        return this;
    }

    /**
     * Lets the page go back in time, to the states that the program captures in snapshots of its own.
     *
     * @param ring snapshots of the world, which the program closes after the inspector
     * @throws IllegalArgumentException if they are null
     * @throws IllegalStateException if there is a {@link #history} already
     */
    public InspectorBuilder snapshots(Snapshots ring) {
        require("ring", ring);
        requireNoHistory(historyTicks > 0);
        snapshots = ring;
        return this;
    }

    private static void requireNoHistory(boolean isTwice) {
        if (isTwice) {
            throw new IllegalStateException(
                    "a world has one ring of snapshots: choose history(ticks) or snapshots(ring)");
        }
    }

    /**
     * Hashes the state of the world after each tick, see {@link Saves#stateHash(World)}, and shows the last ones. This
     * costs as much as that method.
     */
    public InspectorBuilder hashes() {
        hasHashes = true;
        return this;
    }

    /**
     * Shows the recordings in a folder, and where two of them first differ.
     *
     * @param folder the folder of files that {@link basalt.save.Replay#save(Path)} writes; need not exist yet
     */
    public InspectorBuilder recordings(Path folder) {
        recordings = require("folder", folder);
        return this;
    }

    /**
     * Lets the page spawn entities of a template.
     *
     * @param name its name on the page
     * @param template a template of the world
     * @throws IllegalArgumentException if an argument is null, or the name blank or taken
     */
    public InspectorBuilder template(String name, Template template) {
        add("template", name, template, templates);
        return this;
    }

    /**
     * Lets the page spawn instances of a prefab.
     *
     * @param name its name on the page
     * @param prefab a prefab of the world
     * @throws IllegalArgumentException if an argument is null, or the name blank or taken
     */
    public InspectorBuilder prefab(String name, Prefab prefab) {
        add("prefab", name, prefab, prefabs);
        return this;
    }

    /**
     * Lets the page show entities and prefabs as text, read what was edited there, and spawn the prefabs of texts. A
     * text is written as a whole between two ticks, outside of the budget.
     *
     * @param newTexts texts of the world, with the components that they name by short names
     * @throws IllegalArgumentException if they are null, or of another world
     */
    public InspectorBuilder texts(WorldText newTexts) {
        if (require("texts", newTexts).world() != schedule.world()) {
            throw new IllegalArgumentException(
                    "the texts are of another world than the schedule: pass WorldText.of(schedule.world(), ...)");
        }
        texts = newTexts;
        return this;
    }

    /**
     * Shows an allocator.
     *
     * @param name its name on the page
     * @param allocator the allocator, whose figures the world's thread may read
     * @throws IllegalArgumentException if an argument is null, or the name blank or taken
     */
    public InspectorBuilder watch(String name, Allocator allocator) {
        add("allocator", name, allocator, allocators);
        return this;
    }

    /**
     * Shows the tags and budgets of a tracker.
     *
     * @param name its name on the page
     * @throws IllegalArgumentException if an argument is null, or the name blank or taken
     */
    public InspectorBuilder watch(String name, MemoryTracker tracker) {
        add("tracker", name, tracker, trackers);
        return this;
    }

    /**
     * Shows the cells of a grid.
     *
     * @param name its name on the page
     * @param grid a grid, or a layer of one, of the world
     * @throws IllegalArgumentException if an argument is null or of another world, or the name blank or taken
     */
    public InspectorBuilder watch(String name, SpatialGrid grid) {
        if (grid != null && QUERIES.internal(grid.query()).runtime() != WORLDS.internal(schedule.world())) {
            throw new IllegalArgumentException("grid \"" + name + "\" is of another world than the schedule: " + grid);
        }
        add("grid", name, grid, grids);
        return this;
    }

    /**
     * Sets how long the world's thread answers questions after each tick. What takes longer goes on after the next one.
     * The default is 200. A single step, such as a block of 16,384 rows, is not cut.
     *
     * @param micros microseconds, 1 to 1,000,000
     * @throws IllegalArgumentException if the number is out of range
     */
    public InspectorBuilder budgetMicros(long micros) {
        if (micros < 1 || micros > MOST_BUDGET_MICROS) {
            throw new IllegalArgumentException(
                    "budgetMicros must be from 1 to " + MOST_BUDGET_MICROS + ": budgetMicros=" + micros);
        }
        budgetMicros = micros;
        return this;
    }

    /** Sets what gets the line with the address. By default it is printed to {@link System#out}. */
    public InspectorBuilder announce(Consumer<String> line) {
        announce = require("line", line);
        return this;
    }

    private static <T> T require(String name, T value) {
        if (value == null) {
            throw new IllegalArgumentException(name + " must not be null");
        }
        return value;
    }

    private static <T> void add(String kind, String name, T value, Map<String, T> to) {
        require(kind, value);
        if (name == null || name.isBlank() || to.containsKey(name)) {
            throw new IllegalArgumentException("the name of each " + kind + " must be another, and not blank: name="
                    + (name == null ? "null" : "\"" + name + "\""));
        }
        to.put(name, value);
    }

    /**
     * Starts the inspector, and prints its address.
     *
     * @return the inspector; close it before the schedule
     * @throws java.io.UncheckedIOException if it cannot listen at its address
     * @throws IllegalStateException if the schedule has an inspector; if the world has snapshots already that are not
     *     those of {@link #snapshots}, or cannot have any; on the wrong thread, or after the schedule was closed
     */
    public Inspector build() {
        return new Inspector(this);
    }

    /** What is known about the world. */
    Inspection inspection() {
        World world = schedule.world();
        MemoryWatch memory = new MemoryWatch(new WorldMonitor("world", world));
        memory.add("frame", world.frame());
        List<FrameArena> arenas = schedule.arenas();
        for (int i = 0; i < arenas.size(); i++) {
            memory.add("worker " + i, arenas.get(i));
        }
        allocators.forEach(memory::add);
        trackers.forEach(memory::add);
        Snapshots ring = historyTicks > 0 ? Saves.snapshots(world, historyTicks, excluded) : snapshots;
        StateHistory history = new StateHistory(world, ring, historyTicks > 0, hasHashes);
        Inspection.Options options = new Inspection.Options(
                schedule,
                loop,
                new LinkedHashMap<>(templates),
                new LinkedHashMap<>(prefabs),
                new LinkedHashMap<>(grids),
                texts,
                recordings,
                isEditable,
                budgetMicros);
        return new Inspection(options, history, memory);
    }

    InetSocketAddress socketAddress() {
        return new InetSocketAddress(address, port);
    }

    /** The address as it stands in the address of a page. */
    String host() {
        String text = address.isAnyLocalAddress() ? "127.0.0.1" : address.getHostAddress();
        return text.indexOf(':') < 0 ? text : "[" + text + "]";
    }
}
