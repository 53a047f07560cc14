package basalt.system;

import static basalt.system.Access.destroys;
import static basalt.system.Access.exclusive;
import static basalt.system.Access.reads;
import static basalt.system.Access.readsResource;
import static basalt.system.Access.receives;
import static basalt.system.Access.restructures;
import static basalt.system.Access.sends;
import static basalt.system.Access.spawns;
import static basalt.system.Access.touchesOthers;
import static basalt.system.Access.worldThread;
import static basalt.system.Access.writes;
import static basalt.system.Access.writesResource;

import basalt.component.ChildOf;
import basalt.component.TreeNode;
import basalt.component.TreeType;
import basalt.memory.frame.FrameLongList;
import basalt.query.Commands;
import basalt.query.Kernel;
import basalt.query.Query;
import basalt.query.RowCursor;
import basalt.query.RowKernel;
import basalt.storage.fixture.Blow;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Kinds;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.Rare;
import basalt.storage.fixture.Spark;
import basalt.storage.fixture.Velocity;
import basalt.system.Playground.Log;
import basalt.world.Arrangement;
import basalt.world.EventChannel;
import basalt.world.EventReader;
import basalt.world.Hierarchy;
import basalt.world.RemovedComponents;
import basalt.world.Template;
import basalt.world.World;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** The work of a random system, and its declarations. Kernels capture nothing, so that they are compiled once. */
enum RandomJob {
    MOVE(
            (place, salt) -> place.all(Position.TYPE, Velocity.TYPE).kernel(row -> {
                row.set(Position.X, row.get(Position.X) * 0.5f + row.get(Velocity.DX));
                row.set(Position.Y, row.get(Position.Y) * 0.5f - row.get(Velocity.DY));
            }),
            writes(Position.TYPE)),
    TURN(
            (place, salt) -> place.world
                    .query()
                    .all(Velocity.TYPE)
                    .none(Frozen.TYPE)
                    .build()
                    .kernel(row -> {
                        float dx = row.get(Velocity.DX);
                        row.set(Velocity.DX, -row.get(Velocity.DY));
                        row.set(Velocity.DY, dx * 0.75f + 1);
                    }),
            writes(Velocity.TYPE)),
    SPANS(
            (place, salt) -> {
                Query positions = place.all(Position.TYPE);
                return body(
                        place,
                        commands -> positions.forEachSpan(span -> {
                            for (int row = span.from(); row < span.to(); row++) {
                                span.row(row)
                                        .set(
                                                Position.Y,
                                                span.row(row).get(Position.Y) * 0.5f + (span.entity(row) & 15));
                            }
                        }));
            },
            writes(Position.TYPE)),
    AGE(
            (place, salt) -> place.world
                    .query()
                    .all(Health.TYPE)
                    .optional(Velocity.TYPE)
                    .build()
                    .kernel(row ->
                            row.set(Health.POINTS, row.get(Health.POINTS) + (row.has(Velocity.TYPE) ? 3 : 1) & 0xFFF)),
            writes(Health.TYPE)),
    CHARGE(
            (place, salt) -> place.all(Rare.TYPE).kernel(row -> {
                EagerThreads.note();
                row.set(Rare.CHARGE, row.get(Rare.CHARGE) + 1);
                row.set(Rare.NOTE, row.get(Rare.CHARGE) % 2 == 0 ? "even" : null);
            }),
            writes(Rare.TYPE)),
    FREEZE(
            (place, salt) -> place.world
                    .query()
                    .all(Position.TYPE)
                    .none(Frozen.TYPE)
                    .build()
                    .kernel((row, commands) -> {
                        long entity = row.entity();
                        if ((int) entity % 3 == 0) {
                            commands.add(entity, Frozen.TYPE);
                        }
                    }),
            restructures(Frozen.TYPE)),
    THAW(
            (place, salt) -> place.all(Frozen.TYPE).kernel((row, commands) -> {
                long entity = row.entity();
                switch ((int) (entity & 3)) {
                    case 0 -> commands.remove(entity, Frozen.TYPE);
                    case 1 -> commands.disable(entity, Velocity.TYPE);
                    case 2 -> commands.add(entity, Velocity.TYPE);
                    default -> commands.enable(entity, Velocity.TYPE);
                }
            }),
            restructures(Frozen.TYPE, Velocity.TYPE)),
    REAP(
            (place, salt) -> place.all(Health.TYPE).kernel((row, commands) -> {
                long entity = row.entity();
                if (row.get(Health.POINTS) % 11 == 3) {
                    commands.destroy(entity);
                }
            }),
            destroys()),
    BREED(
            (place, salt) -> place.all(Health.TYPE).kernel((row, commands) -> {
                long parent = row.entity();
                if (row.get(Health.POINTS) % 13 == 5) {
                    long child = commands.spawn();
                    commands.add(child, new Position(row.get(Health.POINTS), 1));
                    commands.add(child, Kinds.TYPE);
                    commands.set(child, Kinds.TARGET, parent);
                    commands.set(child, Kinds.I8, (byte) parent);
                }
            }),
            spawns(),
            restructures(Position.TYPE, Kinds.TYPE)),
    CHOOSE(
            (place, salt) -> place.world
                    .query()
                    .any(Rare.TYPE, Kinds.TYPE)
                    .build()
                    .kernel((row, commands) -> {
                        long entity = row.entity();
                        if (row.has(Rare.TYPE)) {
                            commands.remove(entity, Rare.TYPE);
                            commands.set(entity, Kinds.NAME, "was rare");
                        } else {
                            commands.add(entity, new Rare((int) entity & 7, "chosen"));
                            commands.set(entity, Kinds.I64, (int) entity);
                        }
                    }),
            restructures(Rare.TYPE, Kinds.TYPE)),
    SEND(
            (place, salt) -> place.all(Health.TYPE).kernel((row, commands) -> {
                if (row.get(Health.POINTS) % 7 < 2) {
                    long event = commands.send(Blow.TYPE);
                    commands.set(event, Blow.WEIGHT, row.get(Health.POINTS));
                }
            }),
            sends(Blow.TYPE)),
    SEND_RECORDS(
            (place, salt) -> {
                Query query = place.all(Position.TYPE);
                return body(place, commands -> {
                    commands.send(new Blow(query.count() + salt));
                    long event = commands.send(Spark.TYPE);
                    commands.set(event, Spark.CHARGE, salt);
                    commands.set(event, Spark.NOTE, "salt");
                });
            },
            reads(Position.TYPE),
            sends(Blow.TYPE, Spark.TYPE)),
    RECEIVE(
            (place, salt) -> {
                EventReader<Blow> rarer = place.world.events(Blow.TYPE).reader();
                EventReader<Spark> rare = place.world.events(Spark.TYPE).reader();
                Log log = place.log();
                return body(place, commands -> {
                    for (int i = 0; i < 9 * salt && rarer.next(); i++) {
                        log.add(rarer.event());
                        log.add((long) rarer.channel().get(rarer.event(), Blow.WEIGHT));
                    }
                    rare.forEachNumber(event -> log.add(rare.channel().get(event, Spark.CHARGE)));
                    log.add(rarer.missed() + rare.missed());
                });
            },
            receives(Blow.TYPE, Spark.TYPE)),
    HIT(
            (place, salt) -> {
                EventChannel<Blow> channel = place.world.events(Blow.TYPE);
                EventReader<Blow> reader = channel.readerFromStart();
                World world = place.world;
                return body(place, commands -> {
                    while (reader.next()) {
                        int points = (int) channel.get(reader.event(), Blow.WEIGHT);
                        long target = place.handles[Math.floorMod(points + salt, place.handles.length)];
                        if (world.isAlive(target) && world.has(target, Health.TYPE)) {
                            world.set(target, Health.POINTS, points);
                            commands.send(Spark.TYPE);
                        }
                    }
                });
            },
            receives(Blow.TYPE),
            writes(Health.TYPE),
            sends(Spark.TYPE)),
    PASS_ON(
            (place, salt) -> {
                World world = place.world;
                long[] handles = place.handles;
                return world.query().all(Health.TYPE).build().kernel(row -> {
                    EagerThreads.note();
                    int points = row.get(Health.POINTS);
                    long other = handles[Math.floorMod(points + salt, handles.length)];
                    if (world.isAlive(other) && world.has(other, Health.TYPE)) {
                        row.set(Health.POINTS, points * 31 + world.get(other, Health.POINTS) & 0xFFF);
                        world.set(other, Health.POINTS, points + 1);
                    }
                });
            },
            writes(Health.TYPE),
            touchesOthers()),
    RUNNING_SUM(
            (place, salt) -> {
                Query positions = place.all(Position.TYPE);
                Query healthy = place.all(Position.TYPE, Health.TYPE);
                return body(
                        place,
                        commands -> healthy.forEachSpan(span -> {
                            float sum = 0;
                            for (int row = span.from(); row < span.to(); row++) {
                                sum = sum * 0.5f + span.row(row).get(Position.X);
                                span.row(row).set(Position.X, sum);
                            }
                            span.row(span.from())
                                    .set(Position.Y, positions.reduce().max(Position.Y, 0) * 0.5f + 1);
                        }));
            },
            writes(Position.TYPE),
            reads(Health.TYPE)),
    ACROSS(
            (place, salt) -> place.all(Position.TYPE).kernel(row -> {
                EagerThreads.note();
                row.set(Position.X, row.get(Position.X) * 0.5f + row.get(Position.Y));
            }),
            writes(Position.X),
            reads(Position.Y)),
    UP(
            (place, salt) -> place.all(Position.TYPE, Health.TYPE)
                    .kernel(row -> row.set(Position.Y, row.get(Position.Y) * 0.5f + row.get(Health.POINTS))),
            writes(Position.Y),
            reads(Health.TYPE)),
    ASIDE_BY_HANDLE(
            (place, salt) -> {
                World world = place.world;
                return body(place, commands -> {
                    for (long entity : place.handles) {
                        if (world.isAlive(entity) && world.has(entity, Position.TYPE)) {
                            world.set(entity, Position.X, world.get(entity, Position.X) * 0.5f + salt);
                        }
                    }
                });
            },
            writes(Position.X)),
    UNDECLARED((place, salt) -> place.all(Position.TYPE, Velocity.TYPE)
            .kernel(row -> row.set(Position.Y, row.get(Position.Y) * 0.5f + row.get(Velocity.DY)))),
    BY_HANDLE(
            (place, salt) -> {
                World world = place.world;
                return body(place, commands -> {
                    for (long entity : place.handles) {
                        if (world.isAlive(entity)
                                && world.has(entity, Position.TYPE)
                                && world.isEnabled(entity, Velocity.TYPE)) {
                            world.set(entity, Position.X, world.get(entity, Velocity.DX) + salt);
                            world.row(entity).set(Position.Y, salt);
                        }
                    }
                });
            },
            reads(Velocity.TYPE),
            writes(Position.TYPE)),
    CHANGE_BY_HANDLE(
            (place, salt) -> body(place, commands -> {
                for (int i = 0; i < place.handles.length; i++) {
                    long entity = place.handles[i];
                    switch ((i + salt) % 8) {
                        case 0 -> commands.add(entity, new Position(i, salt));
                        case 1 -> commands.remove(entity, Velocity.TYPE);
                        case 2 -> commands.disable(entity);
                        case 3 -> commands.enable(entity);
                        case 4 -> commands.set(entity, Health.POINTS, i * salt);
                        case 5 -> commands.set(entity, Rare.NOTE, "by handle");
                        case 6 -> {
                            commands.destroy(entity);
                            long child = place.templates.get(i % 3).spawn(commands);
                            commands.set(child, Position.Y, i);
                            commands.add(child, new Rare(i, "child"));
                        }
                        default -> commands.disable(entity, Health.TYPE);
                    }
                }
            }),
            restructures(),
            destroys(),
            spawns()),
    COLLECT(
            (place, salt) -> {
                Query query = place.all(Health.TYPE);
                return body(place, commands -> {
                    FrameLongList chosen = FrameLongList.in(place.world.frame(), 4_096);
                    try (RowCursor rows = query.cursor()) {
                        while (rows.next() && chosen.size() < 20) {
                            if (rows.row().get(Health.POINTS) % 3 == salt % 3) {
                                chosen.add(rows.entity());
                            }
                        }
                    }
                    for (int i = 0; i < chosen.size(); i++) {
                        commands.set(chosen.get(i), Health.POINTS, i + salt);
                    }
                });
            },
            reads(Health.TYPE),
            restructures(Health.TYPE)),
    LOOK(
            (place, salt) -> {
                Query query = place.all(Position.TYPE, Health.TYPE);
                Query frozen = place.all(Frozen.TYPE);
                Log log = place.log();
                return body(place, commands -> {
                    log.add(frozen.count());
                    log.add(query.first());
                    log.add((long) query.reduce().sum(Position.X));
                    log.add(query.reduce().max(Health.POINTS, -1));
                    query.forEach(row -> log.add(row.entity() + (row.has(Frozen.TYPE) ? 1 : 0)));
                });
            },
            reads(Position.TYPE, Health.TYPE, Frozen.TYPE)),
    RUN_KERNELS(
            (place, salt) -> {
                RowKernel first =
                        place.all(Velocity.TYPE).kernel(row -> row.set(Velocity.DY, row.get(Velocity.DY) * 0.5f + 2));
                RowKernel second = place.all(Health.TYPE).kernel((row, commands) -> {
                    long entity = row.entity();
                    if (row.get(Health.POINTS) % 5 == 0) {
                        commands.add(entity, Frozen.TYPE);
                    }
                });
                return body(place, commands -> {
                    first.run();
                    second.run();
                    commands.remove(place.handles[salt % place.handles.length], Frozen.TYPE);
                });
            },
            writes(Velocity.TYPE),
            restructures(Frozen.TYPE),
            reads(Health.TYPE)),
    WIN(
            (place, salt) -> {
                World world = place.world;
                return body(place, commands -> {
                    Playground.Score score = world.resources().get(Playground.Score.class);
                    score.values[0] = score.values[0] * 7 + salt + world.time().tick();
                });
            },
            writesResource(Playground.Score.class)),
    READ_SCORE(
            (place, salt) -> {
                World world = place.world;
                Log log = place.log();
                return body(place, commands -> log.add(world.resources().get(Playground.Score.class).values[0]));
            },
            readsResource(Playground.Score.class)),
    ALONE(
            (place, salt) -> {
                World world = place.world;
                Query query = world.query().all(Health.TYPE).none(Kinds.TYPE).build();
                return body(place, commands -> {
                    world.destroy(world.spawn(new Position(salt, salt)));
                    world.spawn(new Health(salt), new Velocity(salt, 1));
                    query.bulk().add(new Kinds(1, 1, (byte) salt, (short) 1, 1, salt, false, salt, "alone"));
                    commands.add(place.handles[salt % place.handles.length], Frozen.TYPE);
                });
            },
            exclusive()),
    SHOOT(
            (place, salt) -> {
                Template shot = place.templates.get(0);
                return place.all(Health.TYPE).kernel((row, commands) -> {
                    if (row.get(Health.POINTS) % 17 == 4) {
                        commands.set(shot.spawn(commands), Position.X, row.get(Health.POINTS));
                    }
                });
            },
            reads(Health.TYPE)) {
        @Override
        List<SystemOption> population(Playground place) {
            return List.of(spawns(place.templates.get(0)));
        }
    },
    CALL_UP(
            (place, salt) -> body(place, commands -> {
                for (int i = 0; i < salt; i++) {
                    long recruit = place.templates.get(1 + i % 2).spawn(commands);
                    commands.set(recruit, Health.POINTS, i);
                    if (i % 3 == 0 && i % 2 == 1) {
                        commands.destroy(recruit);
                    }
                }
            }),
            destroys(Velocity.TYPE, Health.TYPE, Frozen.TYPE)) {
        @Override
        List<SystemOption> population(Playground place) {
            return List.of(spawns(place.templates.get(1), place.templates.get(2)));
        }
    },
    END_SHOTS(
            (place, salt) -> place.world
                    .query()
                    .all(Position.TYPE, Velocity.TYPE)
                    .optional(Health.TYPE, Kinds.TYPE, Rare.TYPE)
                    .build()
                    .kernel((row, commands) -> {
                        boolean isShot = !row.has(Health.TYPE) && !row.has(Kinds.TYPE) && !row.has(Rare.TYPE);
                        if (isShot && (int) row.get(Position.X) % 3 == 1) {
                            commands.destroy(row.entity());
                        }
                    }),
            reads(Health.TYPE, Kinds.TYPE, Rare.TYPE, Position.TYPE, Velocity.TYPE)) {
        @Override
        List<SystemOption> population(Playground place) {
            return List.of(destroys(place.templates.get(0)), destroys(Frozen.TYPE));
        }
    },
    HOVER(
            (place, salt) -> place.all(Position.TYPE, Velocity.TYPE, Frozen.TYPE)
                    .kernel(row -> {
                        EagerThreads.note();
                        row.set(Position.Y, row.get(Position.Y) * 0.5f + row.get(Velocity.DY));
                    }),
            writes(Position.TYPE),
            reads(Velocity.TYPE, Frozen.TYPE)),
    LOOK_AT(
            (place, salt) -> place.all(Kinds.TYPE)
                    .pairKernel(
                            Kinds.TARGET,
                            place.all(Health.TYPE),
                            (row, partner) -> row.set(Kinds.I32, partner.get(Health.POINTS))),
            writes(Kinds.TYPE),
            reads(Health.TYPE)),
    STRIKE(
            (place, salt) -> place.all(Kinds.TYPE)
                    .pairKernel(
                            Kinds.TARGET,
                            place.all(Health.TYPE),
                            (row, partner) -> partner.set(
                                    Health.POINTS, partner.get(Health.POINTS) * 31 + row.get(Kinds.I32) & 0xFFF)),
            reads(Kinds.TYPE),
            writes(Health.TYPE)),
    /** Odd entities hang below even ones, so that no tree has a cycle. */
    HANG(
            (place, salt) -> place.all(Health.TYPE).kernel((row, commands) -> {
                long hub = place.handles[(row.index() * 7 + salt) % place.handles.length];
                TreeType type = row.index() % 3 == 0 ? Playground.CREW : TreeType.DEFAULT;
                if ((row.index() & 1) == 1 && (hub & 1) == 0 && row.index() % 5 > 1) {
                    commands.attach(type, row.entity(), hub);
                } else if (row.index() % 5 == 1) {
                    commands.detach(type, row.entity());
                }
            }),
            restructures(ChildOf.TYPE, TreeNode.TYPE, Playground.CREW.childOf(), Playground.CREW.node())),
    REORDER(
            (place, salt) -> {
                Query children = place.all(ChildOf.TYPE);
                Hierarchy tree = place.world.hierarchy();
                return body(
                        place,
                        commands -> children.forEach(row -> {
                            long first = tree.firstChild(row.get(ChildOf.PARENT));
                            if (row.index() % 7 == salt % 7 && first != row.entity()) {
                                commands.attachBefore(row.entity(), first);
                            }
                        }));
            },
            reads(ChildOf.TYPE, TreeNode.TYPE),
            restructures(ChildOf.TYPE, TreeNode.TYPE)),
    WEIGH(
            (place, salt) -> place.all(Health.TYPE, ChildOf.TYPE)
                    .kernel(row -> row.set(Health.POINTS, row.get(Health.POINTS) + row.get(ChildOf.DEPTH))),
            writes(Health.TYPE),
            reads(ChildOf.TYPE)),
    KEEP_DIARY(
            (place, salt) -> {
                Query query = place.all(Health.TYPE);
                return body(place, commands -> place.diary.add(query.count() + salt));
            },
            worldThread(),
            reads(Health.TYPE)),
    KEEP_DIARY_BY_KERNEL(
            (place, salt) -> {
                Playground.Diary diary = place.diary;
                return place.all(Velocity.TYPE).kernel((row, commands) -> {
                    long entity = row.entity();
                    diary.add(entity);
                    row.set(Velocity.DX, row.get(Velocity.DX) * 0.5f + 1);
                    if ((int) entity % 7 == 1) {
                        commands.add(entity, Frozen.TYPE);
                    }
                });
            },
            worldThread(),
            writes(Velocity.TYPE),
            restructures(Frozen.TYPE)),
    COMPACT(
            (place, salt) -> body(place, commands -> {
                if (salt % 3 == 0) {
                    place.templates.get(salt % 2).compact();
                } else {
                    place.world.rows().compactRows(1 + salt % 3 * 40);
                }
            }),
            exclusive()),
    ARRANGE(
            (place, salt) -> {
                Query query = place.all(Position.TYPE, Health.TYPE);
                Arrangement arrangement = salt % 2 == 0
                        ? place.world.rows().arrange(query).byColumn(Health.POINTS)
                        : place.world.rows().arrange(query).together();
                Log log = place.log();
                return body(place, commands -> {
                    if (place.world.time().tick() % 2 == 0) {
                        arrangement.run();
                    } else {
                        log.add(arrangement.runRows(1 + salt % 3 * 50) ? 1 : 2);
                    }
                });
            },
            exclusive()),
    RECORDS_MOVE(
            (place, salt) -> place.world
                    .query(Position.class, Velocity.class)
                    .update((position, velocity) ->
                            new Position(position.x() * 0.5f + velocity.dx(), position.y() * 0.5f - velocity.dy())),
            reads(Velocity.class),
            writes(Position.class)),
    RECORDS_TURN(
            (place, salt) -> place.world
                    .query(Velocity.class)
                    .without(Frozen.class)
                    .update(velocity -> new Velocity(-velocity.dy(), velocity.dx() * 0.75f + 1)),
            writes(Velocity.class)),
    RECORDS_SECOND(
            (place, salt) -> place.world
                    .query(Position.class, Health.class)
                    .where(Kinds.class, kinds -> (kinds.i32() & 1) == 1)
                    .update(Health.class, (position, health) -> {
                        EagerThreads.note();
                        return new Health(health.points() * 3 + (int) position.x() & 0xFFF);
                    }),
            reads(Position.class, Kinds.class),
            writes(Health.class)),
    RECORDS_IN_A_BUNDLE(
            (place, salt) -> place.world
                    .query(Mover.class)
                    .with(Health.class)
                    .update(mover -> new Mover(
                            new Position(mover.velocity().dx(), mover.position().y()),
                            new Velocity(
                                    mover.position().x() * 0.5f,
                                    mover.velocity().dy()))),
            writes(Position.class, Velocity.class)),
    RECORDS_FREEZE(
            (place, salt) -> place.world.query(Health.class).each((entity, health, commands) -> {
                EagerThreads.note();
                if (health.points() % 5 == 1) {
                    commands.add(entity, Frozen.class);
                }
            }),
            reads(Health.class),
            restructures(Frozen.class)),
    RECORDS_REAP(
            (place, salt) -> place.world.query(Rare.class).update((entity, rare, commands) -> {
                if (rare.charge() % 11 == 3) {
                    commands.destroy(entity);
                }
                return new Rare(rare.charge() + 1, rare.note());
            }),
            writes(Rare.class),
            destroys()),
    RECORDS_SHOOT(
            (place, salt) -> {
                Template shot = place.templates.get(0);
                return place.world.query(Velocity.class).each((entity, velocity, commands) -> {
                    if ((int) velocity.dx() % 13 == 4) {
                        shot.spawn(commands, new Position(velocity.dx(), velocity.dy()));
                    }
                });
            },
            reads(Velocity.class)) {
        @Override
        List<SystemOption> population(Playground place) {
            return List.of(spawns(place.templates.get(0)));
        }
    },
    RECORDS_LOOK_AT(
            (place, salt) -> place.world
                    .query(Kinds.class)
                    .pairs(Kinds.TARGET, place.world.query(Health.class, Velocity.class))
                    .update((kinds, health, velocity) -> new Kinds(
                            velocity.dx(),
                            kinds.f64(),
                            kinds.i8(),
                            kinds.i16(),
                            health.points(),
                            kinds.i64(),
                            kinds.flag(),
                            kinds.target(),
                            kinds.name())),
            reads(Health.class, Velocity.class),
            writes(Kinds.class)),
    RECORDS_STRIKE(
            (place, salt) -> place.world
                    .query(Kinds.class)
                    .pairs(Kinds.TARGET, place.world.query(Health.class))
                    .update(Health.class, (kinds, health) -> new Health(health.points() * 31 + kinds.i32() & 0xFFF)),
            reads(Kinds.class),
            writes(Health.class)),
    RECORDS_DOWN(
            (place, salt) -> place.world
                    .query(Rare.class, Health.class)
                    .cascade(
                            TreeType.DEFAULT,
                            rare -> new Health(rare.charge()),
                            (rare, above) -> new Health(above.points() + rare.charge() & 0xFFF)),
            reads(Rare.class, ChildOf.class),
            writes(Health.class)),
    MOURN(
            (place, salt) -> {
                RemovedComponents thawed = place.world.removed(Frozen.TYPE);
                RemovedComponents healed = place.world.removed(Health.TYPE);
                Log log = place.log();
                return body(place, commands -> {
                    for (int i = 0; i < 9 * salt && thawed.next(); i++) {
                        log.add(thawed.entity());
                    }
                    log.add(healed.skipAll());
                });
            },
            reads(Frozen.TYPE, Health.TYPE)),
    REACT(
            (place, salt) -> {
                Query changed = place.world
                        .query()
                        .all(Position.TYPE)
                        .changed(Health.TYPE)
                        .build();
                Query gained = place.world.query().added(Position.TYPE).build();
                Log log = place.log();
                return body(place, commands -> {
                    changed.forEach(row -> log.add(row.entity()));
                    gained.forEach(row -> log.add(row.entity()));
                });
            },
            reads(Health.TYPE, Position.TYPE)),
    REACT_BY_KERNEL(
            (place, salt) -> place.world
                    .query()
                    .all(Velocity.TYPE)
                    .changed(Health.TYPE)
                    .build()
                    .kernel((row, commands) -> {
                        long entity = row.entity();
                        row.set(Velocity.DX, row.get(Velocity.DX) * 0.5f + 3);
                        if ((int) entity % 3 == 0) {
                            commands.add(entity, Frozen.TYPE);
                        }
                    }),
            writes(Velocity.TYPE),
            restructures(Frozen.TYPE)),
    RECORDS_REACT(
            (place, salt) -> place.world
                    .query(Velocity.class)
                    .changed(Health.class)
                    .update(velocity -> new Velocity(velocity.dx() * 0.5f + 3, velocity.dy())),
            reads(Health.class),
            writes(Velocity.class)),
    SWITCH((place, salt) -> body(place, commands -> {
        if (place.world.time().tick() % 2 == 0) {
            place.schedule.disable("s" + salt % 8);
        } else {
            place.schedule.enable("s" + salt % 8);
        }
    })),
    CANCEL((place, salt) -> body(place, commands -> {
        if (place.world.time().tick() % 3 == salt % 3) {
            place.schedule.cancel();
        }
    })),
    FAIL(
            (place, salt) -> body(place, commands -> {
                place.templates.get(salt % 3).spawn(commands);
                commands.destroy(place.handles[salt % place.handles.length]);
                commands.set(commands.send(Blow.TYPE), Blow.WEIGHT, salt);
                if (place.world.time().tick() % 2 == salt % 2) {
                    throw new IllegalStateException("fails on purpose");
                }
            }),
            spawns(),
            destroys(),
            restructures(),
            sends(Blow.TYPE)),
    FAIL_IN_KERNEL(
            (place, salt) -> place.all(Health.TYPE).kernel((row, commands) -> {
                long entity = row.entity();
                commands.add(entity, Frozen.TYPE);
                if (row.get(Health.POINTS) == 17) {
                    throw new IllegalStateException("fails on purpose");
                }
            }),
            restructures(Frozen.TYPE));

    /** The jobs whose effect depends on stages or declarations, so that a serial run has another result. */
    static final Set<RandomJob> NEED_STAGES = EnumSet.range(MOURN, FAIL_IN_KERNEL);

    /** The jobs whose kernels use only their own rows, so that all of their reads and writes are found. */
    private static final Set<RandomJob> OF_OWN_ROWS =
            EnumSet.of(MOVE, TURN, AGE, CHARGE, FREEZE, THAW, REAP, BREED, CHOOSE, SEND, ACROSS, UNDECLARED);

    /** Two components of a row. */
    record Mover(Position position, Velocity velocity) {}

    /** A body that gets the recorder of its worker. */
    interface Body {
        void run(Commands commands);
    }

    /** Makes a kernel, a kernel over spans, or a body. */
    interface Work {
        Object in(Playground place, int salt);
    }

    private final Work work;
    private final SystemOption[] access;

    RandomJob(Work work, SystemOption... access) {
        this.work = work;
        this.access = access;
    }

    /** The declarations that this job needs. */
    final List<SystemOption> access(Playground place) {
        List<SystemOption> all = new ArrayList<>(List.of(access));
        all.addAll(population(place));
        return all;
    }

    /** Whether its kernel says itself what it reads and writes. */
    final boolean isOfRecords() {
        return name().startsWith("RECORDS");
    }

    /** The declarations that it needs if what its kernel over records says is left out. */
    final List<SystemOption> inferred(Playground place) {
        return withoutRows(isOfRecords(), place);
    }

    /** The declarations that it needs if what its kernel over rows is found to use is left out. */
    final List<SystemOption> inferredOfRows(Playground place) {
        return withoutRows(OF_OWN_ROWS.contains(this), place);
    }

    private List<SystemOption> withoutRows(boolean isKnown, Playground place) {
        List<SystemOption> rest = access(place);
        rest.removeIf(option -> isKnown
                && option instanceof Access access
                && (access.kind() == Access.Kind.READS || access.kind() == Access.Kind.WRITES));
        return rest;
    }

    /** The templates of the entities that it spawns and destroys. */
    List<SystemOption> population(Playground place) {
        return List.of();
    }

    final Object work(Playground place, int salt) {
        return work.in(place, salt);
    }

    private static Runnable body(Playground place, Body body) {
        return () -> {
            EagerThreads.note();
            body.run(place.world.commands());
        };
    }

    /** Runs the job on the world's thread without a schedule, and applies its changes. */
    static void runAlone(Object work, World world) {
        if (work instanceof Kernel kernel) {
            kernel.run();
        } else {
            ((Runnable) work).run();
        }
        world.applyCommands();
    }
}
