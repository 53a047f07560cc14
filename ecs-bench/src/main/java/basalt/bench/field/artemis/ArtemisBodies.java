package basalt.bench.field.artemis;

import basalt.bench.field.Bodies;
import basalt.bench.field.Start;
import com.artemis.Archetype;
import com.artemis.ArchetypeBuilder;
import com.artemis.World;

/** One system, which knows the components. */
final class ArtemisBodies implements Bodies {
    private final ArtemisMove move;
    private final World world;
    private final Archetype still;
    private final Archetype moving;
    private final int[] entities;
    private final int movingPercent;

    ArtemisBodies(int entities, int movingPercent, ArtemisMove move) {
        this.entities = new int[entities];
        this.movingPercent = movingPercent;
        this.move = move;
        world = Worlds.of(entities, move);
        still = new ArchetypeBuilder().add(move.place()).build(world);
        moving = new ArchetypeBuilder().add(move.place()).add(move.motion()).build(world);
    }

    @Override
    public int create() {
        if (movingPercent == 100) {
            for (int i = 0; i < entities.length; i++) {
                int entity = world.create(moving);
                move.put(entity, i);
                move.launch(entity);
                entities[i] = entity;
            }
        } else {
            for (int i = 0; i < entities.length; i++) {
                int entity = world.create(still);
                move.put(entity, i);
                if (Start.moves(i, movingPercent)) {
                    move.addMotion(entity);
                }
                entities[i] = entity;
            }
        }
        world.process();
        return entities.length;
    }

    @Override
    public int destroy() {
        for (int entity : entities) {
            world.delete(entity);
        }
        world.process();
        return moving();
    }

    @Override
    public int add() {
        for (int entity : entities) {
            move.addMotion(entity);
        }
        world.process();
        return moving();
    }

    @Override
    public int remove() {
        for (int entity : entities) {
            move.removeMotion(entity);
        }
        world.process();
        return moving();
    }

    @Override
    public void move() {
        move.move();
    }

    @Override
    public void rewind() {
        for (int i = 0; i < entities.length; i++) {
            move.put(entities[i], i);
        }
    }

    @Override
    public int count() {
        int count = 0;
        for (int entity : entities) {
            count += world.getEntityManager().isActive(entity) ? 1 : 0;
        }
        return count;
    }

    @Override
    public int moving() {
        return move.getSubscription().getEntities().size();
    }

    @Override
    public float value(int entity, int field) {
        return move.value(entities[entity], field);
    }

    @Override
    public void close() {
        world.dispose();
    }
}
