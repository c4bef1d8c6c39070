// The validated configuration: what the rest of the product knows of `papertray.toml` and `folders.d`.

package import Documents

package struct Configuration: Sendable, Hashable {
    package var service: ServiceSettings
    /// In the order of their files' names; at least one.
    package var folders: [FolderSettings]
    /// Who is told of jobs.
    package var notify: [NotifySettings]

    package init(service: ServiceSettings, folders: [FolderSettings], notify: [NotifySettings] = []) {
        self.service = service
        self.folders = folders
        self.notify = notify
    }

    /// What the ledger must know to write the rows of notifications.
    package var notificationRoutes: [NotificationRoute] {
        notify.map { $0.route(language: service.language) }
    }

    package func folder(named name: String) -> FolderSettings? {
        folders.first { $0.name == name }
    }
}
