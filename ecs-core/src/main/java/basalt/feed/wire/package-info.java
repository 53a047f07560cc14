/**
 * What a feed sends and how: {@link basalt.feed.wire.Frames} keep the encoded values of the last ticks, {@link
 * basalt.feed.wire.ShownRows} say which of them a client has been sent, and {@link basalt.feed.wire.PacketWriter} and
 * {@link basalt.feed.wire.PacketReader} write and read the difference of two such states.
 */
package basalt.feed.wire;
