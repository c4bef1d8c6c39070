// Waiting for news on a descriptor that somebody else reads: each arrival wakes the waiter once, read or not.

internal import PlatformShims

/// An edge-triggered wait for input.
package final class NewsPoll: Sendable {
    private let poll: Descriptor

    package init(on descriptor: Int32) throws(SystemError) {
        poll = Descriptor(owning: try check("epoll_create") { papertray_open_edge_poll(descriptor) })
    }

    /// Blocks until something new has arrived.
    package func wait() throws(SystemError) {
        let number = poll.number
        try check("epoll_wait") { papertray_wait_edge_poll(number) }
    }
}
