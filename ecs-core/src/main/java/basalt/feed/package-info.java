/**
 * A world as others see it: a server sends each client what concerns it, as the difference to what the client has.
 *
 * <pre>
 *   server                                                     client
 *   world -- WorldFeed.capture() -- frames                     WorldMirror.apply(packet) -- frames
 *                                     |                                                       |
 *             FeedClient: interest,   encode ----- packet ---->                        show(tick) -- world
 *             budget, priority          ^                                                     |
 *                                       +---- tick() of the mirror, by any message -----------+
 * </pre>
 *
 * <p>{@link basalt.feed.FeedSchema} says which columns are sent and how, for both sides. {@link
 * basalt.feed.Prediction} runs a client ahead of the server, and corrects it. How packets travel is up to the program:
 * they may be lost, repeated, and arrive in another order.
 */
package basalt.feed;
