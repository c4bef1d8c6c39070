// The validated configuration: what the rest of the product knows of `papertray.toml` and `folders.d`.

package struct Configuration: Sendable, Hashable {
    package var service: ServiceSettings
    /// In the order of their files' names; at least one.
    package var folders: [FolderSettings]

    package init(service: ServiceSettings, folders: [FolderSettings]) {
        self.service = service
        self.folders = folders
    }

    package func folder(named name: String) -> FolderSettings? {
        folders.first { $0.name == name }
    }
}
