;; A guest that does what it is told: each export passes its arguments on to one function of
;; wasi:filesystem, on the one preopened folder or on the file opened last. It gives 0 if the host did it,
;; otherwise 1 and the number of the error code; `seen` gives half of the identity that was looked at last.
;; What it is told is in ../probes.rs.
;;
;; `arm.wasm` is this text in binary form; a test holds both together.
(component
  (import "wasi:filesystem/types@0.2.0" (instance $types
    (export "descriptor" (type $descriptor (sub resource)))
    (type $error-code-cases (enum
      "access" "would-block" "already" "bad-descriptor" "busy" "deadlock" "quota" "exist" "file-too-large"
      "illegal-byte-sequence" "in-progress" "interrupted" "invalid" "io" "is-directory" "loop"
      "too-many-links" "message-size" "name-too-long" "no-device" "no-entry" "no-lock"
      "insufficient-memory" "insufficient-space" "not-directory" "not-empty" "not-recoverable"
      "unsupported" "no-tty" "no-such-device" "overflow" "not-permitted" "pipe" "read-only" "invalid-seek"
      "text-file-busy" "cross-device"))
    (export "error-code" (type $error-code (eq $error-code-cases)))
    (type $path-flags-bits (flags "symlink-follow"))
    (export "path-flags" (type $path-flags (eq $path-flags-bits)))
    (type $open-flags-bits (flags "create" "directory" "exclusive" "truncate"))
    (export "open-flags" (type $open-flags (eq $open-flags-bits)))
    (type $descriptor-flags-bits (flags
      "read" "write" "file-integrity-sync" "data-integrity-sync" "requested-write-sync" "mutate-directory"))
    (export "descriptor-flags" (type $descriptor-flags (eq $descriptor-flags-bits)))
    (type $datetime-fields (record (field "seconds" u64) (field "nanoseconds" u32)))
    (export "datetime" (type $datetime (eq $datetime-fields)))
    (type $new-timestamp-cases (variant (case "no-change") (case "now") (case "timestamp" $datetime)))
    (export "new-timestamp" (type $new-timestamp (eq $new-timestamp-cases)))
    (type $metadata-hash-value-fields (record (field "lower" u64) (field "upper" u64)))
    (export "metadata-hash-value" (type $metadata-hash-value (eq $metadata-hash-value-fields)))
    (type $done (result (error $error-code)))
    (export "[method]descriptor.open-at" (func
      (param "self" (borrow $descriptor)) (param "path-flags" $path-flags) (param "path" string)
      (param "open-flags" $open-flags) (param "flags" $descriptor-flags)
      (result (result (own $descriptor) (error $error-code)))))
    (export "[method]descriptor.read" (func
      (param "self" (borrow $descriptor)) (param "length" u64) (param "offset" u64)
      (result (result (tuple (list u8) bool) (error $error-code)))))
    (export "[method]descriptor.write" (func
      (param "self" (borrow $descriptor)) (param "buffer" (list u8)) (param "offset" u64)
      (result (result u64 (error $error-code)))))
    (export "[method]descriptor.set-size" (func
      (param "self" (borrow $descriptor)) (param "size" u64) (result $done)))
    (export "[method]descriptor.set-times-at" (func
      (param "self" (borrow $descriptor)) (param "path-flags" $path-flags) (param "path" string)
      (param "data-access-timestamp" $new-timestamp) (param "data-modification-timestamp" $new-timestamp)
      (result $done)))
    (export "[method]descriptor.metadata-hash-at" (func
      (param "self" (borrow $descriptor)) (param "path-flags" $path-flags) (param "path" string)
      (result (result $metadata-hash-value (error $error-code)))))
    (export "[method]descriptor.create-directory-at" (func
      (param "self" (borrow $descriptor)) (param "path" string) (result $done)))
    (export "[method]descriptor.remove-directory-at" (func
      (param "self" (borrow $descriptor)) (param "path" string) (result $done)))
    (export "[method]descriptor.unlink-file-at" (func
      (param "self" (borrow $descriptor)) (param "path" string) (result $done)))
    (export "[method]descriptor.symlink-at" (func
      (param "self" (borrow $descriptor)) (param "old-path" string) (param "new-path" string)
      (result $done)))
    (export "[method]descriptor.rename-at" (func
      (param "self" (borrow $descriptor)) (param "old-path" string)
      (param "new-descriptor" (borrow $descriptor)) (param "new-path" string) (result $done)))
    (export "[method]descriptor.link-at" (func
      (param "self" (borrow $descriptor)) (param "old-path-flags" $path-flags) (param "old-path" string)
      (param "new-descriptor" (borrow $descriptor)) (param "new-path" string) (result $done)))))
  (alias export $types "descriptor" (type $descriptor))
  (import "wasi:filesystem/preopens@0.2.0" (instance $preopens
    (alias outer 1 $descriptor (type $types-descriptor))
    (export "descriptor" (type $descriptor (eq $types-descriptor)))
    (export "get-directories" (func (result (list (tuple (own $descriptor) string)))))))

  ;; Memory that only grows: an instance makes one attempt after the other and is thrown away.
  (core module $heap-module
    (memory (export "memory") 1)
    (global $end (mut i32) (i32.const 1024))
    (func (export "realloc") (param $old i32) (param $old-bytes i32) (param $align i32) (param $bytes i32)
      (result i32)
      (local $start i32)
      (local.set $start (i32.and (i32.add (global.get $end) (i32.const 7)) (i32.const -8)))
      (global.set $end (i32.add (local.get $start) (local.get $bytes)))
      (if (i32.gt_u (global.get $end) (i32.mul (memory.size) (i32.const 65536)))
        (then (drop (memory.grow (i32.add (i32.div_u (local.get $bytes) (i32.const 65536)) (i32.const 1))))))
      (memory.copy (local.get $start) (local.get $old) (local.get $old-bytes))
      (local.get $start)))
  (core instance $heap (instantiate $heap-module))
  (alias core export $heap "memory" (core memory $memory))
  (alias core export $heap "realloc" (core func $realloc))

  (core func $get-directories
    (canon lower (func $preopens "get-directories") (memory $memory) (realloc $realloc)))
  (core func $open-at
    (canon lower (func $types "[method]descriptor.open-at") (memory $memory)))
  (core func $read
    (canon lower (func $types "[method]descriptor.read") (memory $memory) (realloc $realloc)))
  (core func $write
    (canon lower (func $types "[method]descriptor.write") (memory $memory)))
  (core func $set-size
    (canon lower (func $types "[method]descriptor.set-size") (memory $memory)))
  (core func $set-times-at
    (canon lower (func $types "[method]descriptor.set-times-at") (memory $memory)))
  (core func $metadata-hash-at
    (canon lower (func $types "[method]descriptor.metadata-hash-at") (memory $memory)))
  (core func $create-directory-at
    (canon lower (func $types "[method]descriptor.create-directory-at") (memory $memory)))
  (core func $remove-directory-at
    (canon lower (func $types "[method]descriptor.remove-directory-at") (memory $memory)))
  (core func $unlink-file-at
    (canon lower (func $types "[method]descriptor.unlink-file-at") (memory $memory)))
  (core func $symlink-at
    (canon lower (func $types "[method]descriptor.symlink-at") (memory $memory)))
  (core func $rename-at
    (canon lower (func $types "[method]descriptor.rename-at") (memory $memory)))
  (core func $link-at
    (canon lower (func $types "[method]descriptor.link-at") (memory $memory)))

  ;; Results are written to address 16.
  (core module $arm-module
    (import "heap" "memory" (memory 1))
    (import "host" "get-directories" (func $get-directories (param i32)))
    (import "host" "open-at" (func $open-at (param i32 i32 i32 i32 i32 i32 i32)))
    (import "host" "read" (func $read (param i32 i64 i64 i32)))
    (import "host" "write" (func $write (param i32 i32 i32 i64 i32)))
    (import "host" "set-size" (func $set-size (param i32 i64 i32)))
    (import "host" "set-times-at"
      (func $set-times-at (param i32 i32 i32 i32 i32 i64 i32 i32 i64 i32 i32)))
    (import "host" "metadata-hash-at" (func $metadata-hash-at (param i32 i32 i32 i32 i32)))
    (import "host" "create-directory-at" (func $create-directory-at (param i32 i32 i32 i32)))
    (import "host" "remove-directory-at" (func $remove-directory-at (param i32 i32 i32 i32)))
    (import "host" "unlink-file-at" (func $unlink-file-at (param i32 i32 i32 i32)))
    (import "host" "symlink-at" (func $symlink-at (param i32 i32 i32 i32 i32 i32)))
    (import "host" "rename-at" (func $rename-at (param i32 i32 i32 i32 i32 i32 i32)))
    (import "host" "link-at" (func $link-at (param i32 i32 i32 i32 i32 i32 i32 i32)))
    (global $root (mut i32) (i32.const 0))
    (global $file (mut i32) (i32.const 0))

    (func $folder (result i32)
      (if (i32.eqz (global.get $root))
        (then
          (call $get-directories (i32.const 16))
          ;; The list's address, then the first handle in it.
          (global.set $root (i32.load (i32.load (i32.const 16))))))
      (global.get $root))
    ;; The case of the result at 16; its error code lies as far behind as its payload is aligned.
    (func $code (param $offset i32) (result i32)
      (if (result i32) (i32.load8_u (i32.const 16))
        (then (i32.add (i32.const 1) (i32.load8_u (i32.add (i32.const 16) (local.get $offset)))))
        (else (i32.const 0))))

    (func (export "open") (param $path i32) (param $bytes i32) (param $follow i32) (param $how i32)
      (param $access i32) (result i32)
      (call $open-at (call $folder) (local.get $follow) (local.get $path) (local.get $bytes)
        (local.get $how) (local.get $access) (i32.const 16))
      (if (i32.eqz (i32.load8_u (i32.const 16)))
        (then (global.set $file (i32.load (i32.const 20)))))
      (call $code (i32.const 4)))
    (func (export "read") (param $length i64) (result i32)
      (call $read (global.get $file) (local.get $length) (i64.const 0) (i32.const 16))
      (call $code (i32.const 4)))
    (func (export "write") (param $bytes i32) (param $length i32) (result i32)
      (call $write (global.get $file) (local.get $bytes) (local.get $length) (i64.const 0) (i32.const 16))
      (call $code (i32.const 8)))
    (func (export "set-size") (param $size i64) (result i32)
      (call $set-size (global.get $file) (local.get $size) (i32.const 16))
      (call $code (i32.const 1)))
    (func (export "touch") (param $path i32) (param $bytes i32) (result i32)
      (call $set-times-at (call $folder) (i32.const 1) (local.get $path) (local.get $bytes)
        (i32.const 2) (i64.const 0) (i32.const 0) (i32.const 2) (i64.const 0) (i32.const 0) (i32.const 16))
      (call $code (i32.const 1)))
    (func (export "look") (param $path i32) (param $bytes i32) (param $follow i32) (result i32)
      (call $metadata-hash-at (call $folder) (local.get $follow) (local.get $path) (local.get $bytes)
        (i32.const 16))
      (call $code (i32.const 8)))
    (func (export "mount") (result i32)
      (call $get-directories (i32.const 16))
      (i32.const 0))
    (func (export "seen") (result i64)
      (i64.load (i32.const 24)))
    (func (export "create-folder") (param $path i32) (param $bytes i32) (result i32)
      (call $create-directory-at (call $folder) (local.get $path) (local.get $bytes) (i32.const 16))
      (call $code (i32.const 1)))
    (func (export "remove-folder") (param $path i32) (param $bytes i32) (result i32)
      (call $remove-directory-at (call $folder) (local.get $path) (local.get $bytes) (i32.const 16))
      (call $code (i32.const 1)))
    (func (export "unlink") (param $path i32) (param $bytes i32) (result i32)
      (call $unlink-file-at (call $folder) (local.get $path) (local.get $bytes) (i32.const 16))
      (call $code (i32.const 1)))
    (func (export "symlink") (param $from i32) (param $from-bytes i32) (param $to i32) (param $to-bytes i32)
      (result i32)
      (call $symlink-at (call $folder) (local.get $from) (local.get $from-bytes) (local.get $to)
        (local.get $to-bytes) (i32.const 16))
      (call $code (i32.const 1)))
    (func (export "rename") (param $from i32) (param $from-bytes i32) (param $to i32) (param $to-bytes i32)
      (result i32)
      (call $rename-at (call $folder) (local.get $from) (local.get $from-bytes) (call $folder)
        (local.get $to) (local.get $to-bytes) (i32.const 16))
      (call $code (i32.const 1)))
    (func (export "link") (param $from i32) (param $from-bytes i32) (param $to i32) (param $to-bytes i32)
      (result i32)
      (call $link-at (call $folder) (i32.const 0) (local.get $from) (local.get $from-bytes) (call $folder)
        (local.get $to) (local.get $to-bytes) (i32.const 16))
      (call $code (i32.const 1))))
  (core instance $arm (instantiate $arm-module
    (with "heap" (instance $heap))
    (with "host" (instance
      (export "get-directories" (func $get-directories))
      (export "open-at" (func $open-at))
      (export "read" (func $read))
      (export "write" (func $write))
      (export "set-size" (func $set-size))
      (export "set-times-at" (func $set-times-at))
      (export "metadata-hash-at" (func $metadata-hash-at))
      (export "create-directory-at" (func $create-directory-at))
      (export "remove-directory-at" (func $remove-directory-at))
      (export "unlink-file-at" (func $unlink-file-at))
      (export "symlink-at" (func $symlink-at))
      (export "rename-at" (func $rename-at))
      (export "link-at" (func $link-at))))))

  (func (export "open") (param "path" string) (param "follow" u8) (param "how" u8) (param "access" u8)
    (result u32) (canon lift (core func $arm "open") (memory $memory) (realloc $realloc)))
  (func (export "read") (param "length" u64) (result u32) (canon lift (core func $arm "read")))
  (func (export "write") (param "bytes" (list u8)) (result u32)
    (canon lift (core func $arm "write") (memory $memory) (realloc $realloc)))
  (func (export "set-size") (param "size" u64) (result u32) (canon lift (core func $arm "set-size")))
  (func (export "touch") (param "path" string) (result u32)
    (canon lift (core func $arm "touch") (memory $memory) (realloc $realloc)))
  (func (export "look") (param "path" string) (param "follow" u8) (result u32)
    (canon lift (core func $arm "look") (memory $memory) (realloc $realloc)))
  (func (export "mount") (result u32) (canon lift (core func $arm "mount")))
  (func (export "seen") (result u64) (canon lift (core func $arm "seen")))
  (func (export "create-folder") (param "path" string) (result u32)
    (canon lift (core func $arm "create-folder") (memory $memory) (realloc $realloc)))
  (func (export "remove-folder") (param "path" string) (result u32)
    (canon lift (core func $arm "remove-folder") (memory $memory) (realloc $realloc)))
  (func (export "unlink") (param "path" string) (result u32)
    (canon lift (core func $arm "unlink") (memory $memory) (realloc $realloc)))
  (func (export "symlink") (param "from" string) (param "to" string) (result u32)
    (canon lift (core func $arm "symlink") (memory $memory) (realloc $realloc)))
  (func (export "rename") (param "from" string) (param "to" string) (result u32)
    (canon lift (core func $arm "rename") (memory $memory) (realloc $realloc)))
  (func (export "link") (param "from" string) (param "to" string) (result u32)
    (canon lift (core func $arm "link") (memory $memory) (realloc $realloc))))
