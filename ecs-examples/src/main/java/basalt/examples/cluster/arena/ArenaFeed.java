package basalt.examples.cluster.arena;

import static basalt.feed.Quantisation.quantised;

import basalt.feed.FeedSchema;
import basalt.feed.WorldFeed;
import basalt.world.World;

/** What spectators of an arena are sent: where ships and bullets are and how they move, and the hits of ships. */
public final class ArenaFeed {
    /** How far a spectator sees, in units of the arena. */
    public static final float SIGHT = Arena.SIZE / 8;

    private static final double PLACE_STEP = 1 / 64.0;
    private static final double SPEED_STEP = 1 / 16.0;

    private ArenaFeed() {}

    /**
     * The schema, equal on both sides.
     *
     * @param ticksPerSecond the ticks of the arena in a second
     * @return the schema
     */
    public static FeedSchema schema(int ticksPerSecond) {
        return FeedSchema.builder()
                .column(Velocity.DX, quantised(SPEED_STEP))
                .column(Velocity.DY, quantised(SPEED_STEP))
                .moving(Position.X, quantised(PLACE_STEP), Velocity.DX, 1.0 / ticksPerSecond)
                .moving(Position.Y, quantised(PLACE_STEP), Velocity.DY, 1.0 / ticksPerSecond)
                .column(Ship.HITS)
                .component(Bullet.TYPE)
                .build();
    }

    /**
     * The feed of an arena's world.
     *
     * @param world the world
     * @param schema the schema
     * @return a feed that knows what is near
     */
    public static WorldFeed of(World world, FeedSchema schema) {
        return WorldFeed.of(world, schema, world.query().all(Position.TYPE).build())
                .grid(Position.X, Position.Y, SIGHT / 2);
    }
}
