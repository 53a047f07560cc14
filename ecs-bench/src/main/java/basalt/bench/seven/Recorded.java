package basalt.bench.seven;

import basalt.bench.scene.Position;
import basalt.bench.scene.Velocity;
import basalt.bench.seven.Parts.Damage;
import basalt.bench.seven.Parts.Data;
import basalt.bench.seven.Parts.Health;
import basalt.bench.seven.Parts.Player;
import basalt.bench.seven.Parts.Sprite;
import basalt.bench.seven.Parts.Wanderer;
import basalt.query.RowKernel;
import basalt.world.Time;
import java.util.List;

/** Kernels over records. */
final class Recorded extends Plain {
    Recorded(Unit[] units) {
        super(units);
    }

    @Override
    List<RowKernel> kernels() {
        Time time = world.time();
        Screen on = screen;
        return List.of(
                world.query(Position.class, Velocity.class)
                        .update((at, v) -> new Position(
                                at.x() + v.dx() * time.deltaSeconds(), at.y() + v.dy() * time.deltaSeconds())),
                world.query(Data.class).update(data -> data.next(time.deltaSeconds())),
                world.query(Wanderer.class).update(Wanderer::turned),
                world.query(Health.class).update(Health::next),
                world.query(Health.class, Damage.class).update(Health::hit),
                world.query(Sprite.class, Player.class, Health.class)
                        .update((sprite, player, health) -> Sprite.of(player, health)),
                world.query(Position.class, Sprite.class)
                        .each((at, sprite) -> on.draw((int) at.x(), (int) at.y(), sprite.character())));
    }
}
