-- The sweep of bytes that nothing refers to takes the oldest first.
create index if not exists unreferenced_bytes_since on storage.unreferenced_bytes (since);
