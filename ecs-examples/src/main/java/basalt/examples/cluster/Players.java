package basalt.examples.cluster;

import basalt.component.Entity;
import basalt.examples.cluster.Arena.Player;
import basalt.query.Query;
import basalt.world.World;
import org.agrona.collections.Long2LongHashMap;

/**
 * Finds ships by player and by session. The columns of {@link Player} are the truth; the maps are indices, made from
 * them when a world is loaded, and are never iterated.
 */
final class Players {
    private final Long2LongHashMap shipByPlayer = new Long2LongHashMap(Entity.NULL);
    private final Long2LongHashMap shipBySession = new Long2LongHashMap(Entity.NULL);
    private final World world;
    private final Query all;

    Players(World world) {
        this.world = world;
        all = world.query().all(Player.TYPE).build();
        all.forEach(row -> {
            shipByPlayer.put(row.get(Player.ID), row.entity());
            if (row.get(Player.SESSION) != Arena.NO_SESSION) {
                shipBySession.put(row.get(Player.SESSION), row.entity());
            }
        });
    }

    /** The ship of a player, or null handle. */
    long ofPlayer(long player) {
        return shipByPlayer.get(player);
    }

    /** The ship that a session steers, or the null handle. */
    long ofSession(long session) {
        return shipBySession.get(session);
    }

    /** A session takes a ship over. */
    void bind(long ship, long session) {
        shipByPlayer.put(world.get(ship, Player.ID), ship);
        shipBySession.put(session, ship);
        world.set(ship, Player.SESSION, session);
        world.set(ship, Player.AWAY, 0);
    }

    /** A session leaves its ship. */
    void release(long session) {
        long ship = shipBySession.remove(session);
        if (ship != Entity.NULL) {
            world.set(ship, Player.SESSION, Arena.NO_SESSION);
        }
    }

    /** Destroys the ships of players who are away for too long. */
    void retire(int mostTicks) {
        all.forEach(row -> {
            if (row.get(Player.SESSION) == Arena.NO_SESSION) {
                int away = row.get(Player.AWAY) + 1;
                row.set(Player.AWAY, away);
                if (away > mostTicks) {
                    shipByPlayer.remove(row.get(Player.ID));
                    world.commands().destroy(row.entity());
                }
            }
        });
    }

    /** Number of sessions. */
    int present() {
        return shipBySession.size();
    }
}
