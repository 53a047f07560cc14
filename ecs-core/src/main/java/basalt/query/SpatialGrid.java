package basalt.query;

import basalt.component.Entity;
import basalt.component.FloatColumn;
import basalt.internal.Friend;
import basalt.internal.Strict;
import basalt.memory.frame.FrameLongList;
import basalt.runtime.GridBuild;
import basalt.runtime.IterationContext;
import basalt.storage.ColumnMemory;
import basalt.storage.Entities;
import basalt.storage.space.CellSearch;
import basalt.storage.space.CellTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The positions of entities, sorted by the cells of a grid without bounds, in two or three dimensions. It finds the
 * entities that are near a place, and those that are near each other.
 *
 * <pre>{@code
 * SpatialGrid grid = world.query(Position.class).grid(Position::x, Position::y).radius(16);
 * NeighbourKernel push = grid.neighbours(Position.class).accumulate(new Push(0, 0), (sum, mine, other) -> ...);
 * Schedule schedule = Schedule.builder(world).add("grid", grid).add("push", push).build();
 * }</pre>
 *
 * <p>It has the positions of the moment at which it was built: by its system in a schedule, or by {@link #rebuild}. A
 * grid of what does not move, such as walls, is built once. Entities that are destroyed, or stop matching, are found
 * until then, or until a kernel over neighbours has run: it does not visit them.
 *
 * <p>It is built by a stable counting sort in O(matching entities), by a schedule with all of its workers. It takes 36
 * to 66 bytes of the world's memory for each, and up to 8 for each further worker, until the world is closed. Its cells
 * are as high as the radius, and half as wide. All cells of a coordinate modulo a power of two share a bucket, so the
 * world has no bounds, and distant clusters cost no memory.
 *
 * <p><b>Questions.</b> An entity is within a radius of a place if the sum of the squared differences of coordinates, in
 * {@code float}, is less than the squared radius: one at the place itself is, unless the radius is 0. The radius of a
 * question may be smaller or larger than that of the grid. Lists get the handles of entities after what they have
 * already, in an order that depends on the positions, the rows and the question: not on the number of workers. Grids of
 * two dimensions have methods with x and y, those of three the same with x, y and z. Questions make no garbage, and
 * throw
 *
 * <ul>
 *   <li>{@link IllegalArgumentException} if a number is not finite, a radius is negative, a list is null, or the number
 *       of coordinates is not that of the grid;
 *   <li>{@link IllegalStateException} if the grid was not built, on the wrong thread, or if a list is full: it has what
 *       was found before then.
 * </ul>
 *
 * <pre>{@code
 * FrameLongList hit = FrameLongList.in(world.frame(), 1 + grid.count(x, y, 40));
 * grid.collect(x, y, 40, hit);
 * }</pre>
 *
 * <p>Its methods are for the world's thread, and for systems on any worker and the bodies of their kernels, which see
 * the state of the last build. Methods that do not change it can be called by several workers at once.
 */
public final class SpatialGrid {
    private final Query query;
    private final List<FloatColumn> columns;
    private final float radius;
    private final CellTable table;

    /** Those that are built together, in the order in which they were made. */
    private final List<SpatialGrid> layers;

    private final GridBuild build;

    static {
        Friend.install(SpatialGrid.class, GridBuild.class, new Friend<>() {
            @Override
            public GridBuild internal(SpatialGrid grid) {
                return grid.build;
            }
        });
    }

    private SpatialGrid(Query query, List<FloatColumn> columns, float radius, List<SpatialGrid> layers) {
        requireFor(query, columns);
        this.query = query;
        this.columns = columns;
        this.radius = radius;
        int[] offsets = columns.stream().mapToInt(FloatColumn::offset).toArray();
        this.table = new CellTable(query.rowQuery().store().blockPool().source(), offsets, radius);
        this.layers = layers;
        this.build =
                layers.isEmpty() ? new GridBuild(query.rowQuery(), this, Set.copyOf(columns)) : layers.get(0).build;
        layers.add(this);
        build.add(query.rowQuery(), table, this::notFinite);
        query.rowQuery().runtime().addGrid(table);
    }

    /**
     * Begins a grid of the entities that match a query, by the columns of their positions.
     *
     * @param coordinates the two or three columns, of components that all rows have
     * @throws IllegalArgumentException if the query is null or looks for changes, or does not require a column
     */
    public static Builder of(Query query, FloatColumn... coordinates) {
        if (query == null) {
            throw new IllegalArgumentException("the query of a grid must not be null");
        }
        return new Builder(query, coordinates);
    }

    /** Makes a grid of given columns. */
    public static final class Builder {
        private final Query query;
        private final List<FloatColumn> columns;

        private Builder(Query query, FloatColumn... columns) {
            this.query = query;
            this.columns = columns == null ? List.of() : Arrays.asList(columns);
            if (this.columns.size() < 2 || this.columns.size() > 3) {
                throw new IllegalArgumentException(
                        "a grid has two or three coordinates, each a column: coordinates=" + this.columns);
            }
            requireFor(query, this.columns);
        }

        /**
         * Makes the grid, without points yet.
         *
         * @param radius how near neighbours are at most; the best one is that of the most frequent question
         * @throws IllegalArgumentException unless it is positive and finite
         * @throws basalt.memory.NativeMemoryException if there is no memory
         */
        public SpatialGrid radius(float radius) {
            if (!(radius > 0 && radius < Float.MAX_VALUE)) {
                throw new IllegalArgumentException(
                        "the radius of a grid must be positive and finite: radius=" + radius);
            }
            query.rowQuery().store().checkOwner("grid(...).radius(...)", "make the grid before the tick");
            return new SpatialGrid(query, List.copyOf(columns), radius, new ArrayList<>());
        }
    }

    private static void requireFor(Query query, List<FloatColumn> columns) {
        for (FloatColumn column : columns) {
            query.rowQuery().filter().requireScalar(column, "grid");
        }
        if (query.looksForChanges()) {
            throw new IllegalArgumentException(
                    "the query of a grid must not look for changes; leave added() and changed() out of it");
        }
    }

    /**
     * Adds a layer: a grid of other entities with the same cells, which is built together with this one, by whichever
     * of them. Make it before the schedule that builds them. Kernels find the neighbours of the entities of one layer
     * in another one, see {@link #neighbours(Class, SpatialGrid, Class)} and {@link #pairs(SpatialGrid)}.
     *
     * @param others selects the entities, which have the same columns of positions
     * @throws IllegalArgumentException if it is null, of another world, or looks for changes, or its entities may lack
     *     the positions
     */
    public SpatialGrid layer(Query others) {
        if (others == null || others.rowQuery().store() != query.rowQuery().store()) {
            throw new IllegalArgumentException("the query of a layer must be of the same world: query=" + others);
        }
        query.rowQuery().store().checkOwner("grid.layer(...)", "make the layer before the tick");
        return new SpatialGrid(others, columns, radius, layers);
    }

    /** All layers of the grid, this one included, in the order in which they were made. */
    public List<SpatialGrid> layers() {
        return Collections.unmodifiableList(layers);
    }

    /**
     * Builds the grid from the present positions of all matching entities, and its other layers. If it throws, all
     * layers are empty.
     *
     * @throws IllegalStateException if an entity has a coordinate that is not finite: the message names it;
     *     or, with the grid as it was, in the body of a kernel over its neighbours
     * @throws basalt.memory.NativeMemoryException if there is no memory
     */
    public void rebuild() {
        IterationContext here = query.rowQuery().context();
        query.rowQuery().store().checkResource(layers.get(0));
        for (FloatColumn column : columns) {
            here.checkRead(column);
        }
        build.run();
    }

    private IllegalStateException notFinite(long base, int row) {
        return new IllegalStateException("entity " + Entity.toString(Entities.handle(base, row))
                + " has a position that is not finite, which is in no cell: "
                + columns.stream()
                        .map(column -> column.field() + "=" + ColumnMemory.getFloat(base, row, column.offset()))
                        .collect(Collectors.joining(", ")));
    }

    /** The number of entities in it. */
    public int count() {
        return table.count();
    }

    /** The radius for which it was made. */
    public float radius() {
        return radius;
    }

    /** The query whose entities are in it. */
    public Query query() {
        return query;
    }

    /** The columns of the positions: two or three. */
    public List<FloatColumn> columns() {
        return columns;
    }

    CellTable table() {
        return table;
    }

    /** The points and their neighbours, of which a kernel gets the same record. */
    public <A extends Record> Neighbours<A, A> neighbours(Class<A> type) {
        return new Neighbours<>(this, type, this, type);
    }

    /** The points and their neighbours, of which a kernel gets one record each. */
    public <A extends Record, B extends Record> Neighbours<A, B> neighbours(Class<A> mine, Class<B> others) {
        return new Neighbours<>(this, mine, this, others);
    }

    /**
     * The points of this layer, and their neighbours in another one.
     *
     * @throws IllegalArgumentException if the other grid is no layer of this one
     */
    public <A extends Record, B extends Record> Neighbours<A, B> neighbours(
            Class<A> mine, SpatialGrid otherLayer, Class<B> others) {
        return new Neighbours<>(this, mine, requireLayer(otherLayer), others);
    }

    /** The pairs of points that are near each other, of which a kernel gets the rows. */
    public SpatialPairs pairs() {
        return new SpatialPairs(this, this);
    }

    /**
     * The pairs of a point of this layer and one of another layer, of which a kernel gets the rows.
     *
     * @throws IllegalArgumentException if the other grid is no layer of this one
     */
    public SpatialPairs pairs(SpatialGrid otherLayer) {
        return new SpatialPairs(this, requireLayer(otherLayer));
    }

    private SpatialGrid requireLayer(SpatialGrid other) {
        if (!layers.contains(other)) {
            throw new IllegalArgumentException(
                    "the neighbours must be in a layer of the same grid, made by grid.layer(query): " + other);
        }
        return other;
    }

    float requireRadius(float ofNeighbours) {
        if (!(ofNeighbours > 0 && ofNeighbours <= radius)) {
            throw new IllegalArgumentException("the radius of neighbours must be positive, and at most that of the"
                    + " grid, which is " + radius + ": radius=" + ofNeighbours);
        }
        return ofNeighbours;
    }

    void checkOwner(String operation) {
        query.rowQuery().store().checkOwner(operation, "make the kernel before the tick");
    }

    /** Which grid it is, as {@code grid of Position.x, Position.y}. */
    @Override
    public String toString() {
        return columns.stream()
                .map(column -> column.component().shortName() + "." + column.field())
                .collect(Collectors.joining(", ", "grid of ", ""));
    }

    // ---- questions

    /** The number of entities within a radius of a place. */
    public int count(float x, float y, float radius) {
        return at(x, y, radius).count(radius);
    }

    /** The number of entities within a radius of a place. */
    public int count(float x, float y, float z, float radius) {
        return at(x, y, z, radius).count(radius);
    }

    /** Appends all entities within a radius of a place to a list. Returns their number. */
    public int collect(float x, float y, float radius, FrameLongList into) {
        return at(x, y, radius).collect(radius, requireList(into));
    }

    /** Appends all entities within a radius of a place to a list. Returns their number. */
    public int collect(float x, float y, float z, float radius, FrameLongList into) {
        return at(x, y, z, radius).collect(radius, requireList(into));
    }

    /** Appends all entities in a box, whose sides belong to it, to a list. Returns their number. */
    public int collectBox(float minX, float minY, float maxX, float maxY, FrameLongList into) {
        requireFinite("maxX", maxX, "maxY", maxY, "", 0);
        return at(minX, minY, 0).collectBox(maxX, maxY, 0, requireList(into));
    }

    /** Appends all entities in a box, whose sides belong to it, to a list. Returns their number. */
    public int collectBox(float minX, float minY, float minZ, float maxX, float maxY, float maxZ, FrameLongList into) {
        requireFinite("maxX", maxX, "maxY", maxY, "maxZ", maxZ);
        return at(minX, minY, minZ, 0).collectBox(maxX, maxY, maxZ, requireList(into));
    }

    /**
     * Appends all entities in the cell of a place to a list: a cell is as high as the radius of the grid, and half as
     * wide. Returns their number.
     */
    public int collectCell(float x, float y, FrameLongList into) {
        return at(x, y, 0).collectCell(requireList(into));
    }

    /**
     * Appends all entities in the cell of a place to a list: a cell is as high and as deep as the radius of the grid,
     * and half as wide. Returns their number.
     */
    public int collectCell(float x, float y, float z, FrameLongList into) {
        return at(x, y, z, 0).collectCell(requireList(into));
    }

    /**
     * The nearest entity, or {@link Entity#NULL} if there is none within the radius. The search goes as far as it must,
     * so a large radius costs nothing where entities are near.
     */
    public long nearest(float x, float y, float radius) {
        return at(x, y, radius).nearest(radius);
    }

    /** As {@link #nearest(float, float, float)}, in three dimensions. */
    public long nearest(float x, float y, float z, float radius) {
        return at(x, y, z, radius).nearest(radius);
    }

    /**
     * Appends the nearest entities within a radius to a list, the nearest first. Returns their number.
     *
     * @param most how many at most, at least 1
     * @param into a list with room for so many
     */
    public int nearest(float x, float y, float radius, int most, FrameLongList into) {
        return at(x, y, radius).nearest(radius, most, requireRoom(into, most));
    }

    /** As {@link #nearest(float, float, float, int, FrameLongList)}, in three dimensions. */
    public int nearest(float x, float y, float z, float radius, int most, FrameLongList into) {
        return at(x, y, z, radius).nearest(radius, most, requireRoom(into, most));
    }

    /**
     * The first entity that a circle meets on its way from one place straight to another: the first of which its centre
     * is less than the radius away. It is as well the first circle of that radius around an entity that a ray enters.
     * {@link Entity#NULL} if there is none. Of several that it meets at once it is any one, but always the same.
     *
     * <p>Computed in {@code double}. The search goes along the way, and ends at what it finds.
     */
    public long firstAlong(float x, float y, float toX, float toY, float radius) {
        requireFinite("toX", toX, "toY", toY, "", 0);
        return at(x, y, radius).firstAlong(toX, toY, 0, radius);
    }

    /** As {@link #firstAlong(float, float, float, float, float)}, of a sphere in three dimensions. */
    public long firstAlong(float x, float y, float z, float toX, float toY, float toZ, float radius) {
        requireFinite("toX", toX, "toY", toY, "toZ", toZ);
        return at(x, y, z, radius).firstAlong(toX, toY, toZ, radius);
    }

    private CellSearch at(float x, float y, float radius) {
        IterationContext here = query.rowQuery().runtime().current();
        if (!table.isFlat()) {
            throw new IllegalArgumentException("the grid has three dimensions: pass x, y and z");
        }
        return search(here, x, y, 0, radius);
    }

    private CellSearch at(float x, float y, float z, float radius) {
        IterationContext here = query.rowQuery().runtime().current();
        if (table.isFlat()) {
            throw new IllegalArgumentException("the grid has two dimensions: pass x and y only");
        }
        return search(here, x, y, z, radius);
    }

    private CellSearch search(IterationContext here, float x, float y, float z, float radius) {
        if (Strict.ON) {
            query.rowQuery().store().checkResource(layers.get(0));
        }
        requireFinite("x", x, "y", y, "z", z);
        if (!(radius >= 0 && radius <= Float.MAX_VALUE)) {
            throw new IllegalArgumentException(
                    "the radius of a question to a grid must be finite, and at least 0: radius=" + radius);
        }
        if (table.version() < 0) {
            throw new IllegalStateException(
                    "the grid was not built: add it to the schedule before what asks it, or call its rebuild()");
        }
        return here.search().at(table, x, y, z);
    }

    private static void requireFinite(String nameX, float x, String nameY, float y, String nameZ, float z) {
        if ((x - x) + (y - y) + (z - z) != 0) { // NaN, if one of them is not finite
            throw new IllegalArgumentException("coordinates must be finite; leave out what has no position: " + nameX
                    + "=" + x + ", " + nameY + "=" + y + (nameZ.isEmpty() ? "" : ", " + nameZ + "=" + z));
        }
    }

    private static FrameLongList requireList(FrameLongList into) {
        if (into == null) {
            throw new IllegalArgumentException(
                    "the list must not be null: make one by FrameLongList.in(world.frame(), capacity)");
        }
        return into;
    }

    private static FrameLongList requireRoom(FrameLongList into, int most) {
        if (most < 1) {
            throw new IllegalArgumentException("the number of the nearest must be at least 1: most=" + most);
        }
        if (most > requireList(into).capacity() - into.size()) {
            throw new IllegalArgumentException("the list must have room for most=" + most + ": size=" + into.size()
                    + ", capacity=" + into.capacity() + "; make it with a larger capacity");
        }
        return into;
    }
}
