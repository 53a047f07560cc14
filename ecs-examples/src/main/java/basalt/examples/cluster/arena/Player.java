package basalt.examples.cluster.arena;

import basalt.component.Component;
import basalt.component.IntColumn;
import basalt.component.LongColumn;

/**
 * The player of a ship. All of it is in the world, so it is saved, restored and hashed with it.
 *
 * @param id the player's number, not 0
 * @param session the session that steers the ship; {@link Arena#NO_SESSION} if the player is away
 * @param sequence number of the last command that was applied
 * @param applied how many commands were applied: always equal to the sequence
 * @param allowance what is left of the messages that the player may send now, in parts of a message
 * @param away ticks since the player went
 */
record Player(long id, long session, long sequence, long applied, int allowance, int away) {
    static final Component<Player> TYPE = Component.of(Player.class);
    static final LongColumn ID = TYPE.int64("id");
    static final LongColumn SESSION = TYPE.int64("session");
    static final LongColumn SEQUENCE = TYPE.int64("sequence");
    static final LongColumn APPLIED = TYPE.int64("applied");
    static final IntColumn ALLOWANCE = TYPE.int32("allowance");
    static final IntColumn AWAY = TYPE.int32("away");
}
