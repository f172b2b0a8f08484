//! How ECMAScript's names are found, and the names of methods of the language, the DOM and Node.js that
//! mean nothing by themselves.

use crate::syntax::name_rules::{NameRules, PackageScope, no_child_modules};

/// For the graph.
pub(super) const NAMES: NameRules = NameRules {
    implicit_this: false,
    package_scope: PackageScope::File,
    child_modules: no_child_modules,
    loose_names: false,
    closed_modules: false,
    module_keywords: None,
    common_methods: COMMON_METHODS,
};

/// Sorted bytewise.
#[rustfmt::skip]
const COMMON_METHODS: &[&str] = &[
    "abort", "abs", "access", "acos", "acosh", "add", "addEventListener", "addListener", "addTrailers",
    "address", "all", "allSettled", "alloc", "allocUnsafe", "allocUnsafeSlow", "and", "any", "append",
    "appendChild", "appendFile", "appendHeader", "apply", "arrayBuffer", "asIndexedPairs", "asIntN",
    "asUintN", "asin", "asinh", "assert", "assign", "assignSocket", "at", "atan", "atan2", "atanh",
    "availableMemory", "basename", "big", "bind", "binding", "blink", "blob", "blur", "bold",
    "byteLength", "bytes", "call", "canParse", "cancel", "captureStackTrace", "catch", "cbrt", "ceil",
    "charAt", "charCodeAt", "chdir", "checkPrime", "chmod", "chown", "clear", "click", "clone",
    "cloneNode", "close", "closeAllConnections", "closeIdleConnections", "clz32", "codePointAt",
    "compare", "compareExchange", "compile", "compose", "concat", "connect", "constrainedMemory",
    "construct", "contains", "context", "copy", "copyBytesFrom", "copyFile", "copyWithin", "cork",
    "cos", "cosh", "count", "countReset", "cp", "cpuUsage", "create", "createCipher", "createCipheriv",
    "createDecipher", "createDecipheriv", "createDiffieHellman", "createDiffieHellmanGroup",
    "createECDH", "createElement", "createHash", "createHmac", "createObjectURL", "createPrivateKey",
    "createPublicKey", "createReadStream", "createSecretKey", "createSign", "createTask",
    "createVerify", "createWriteStream", "cwd", "debug", "decode", "defineProperties", "defineProperty",
    "delete", "deleteProperty", "destroy", "destroySoon", "detachSocket", "diffieHellman", "dir",
    "dirname", "dirxml", "dispatchEvent", "dlopen", "drop", "emit", "emitWarning", "encode",
    "encodeInto", "end", "endsWith", "entries", "equals", "error", "eventNames", "every", "exchange",
    "exec", "exists", "exit", "exp", "expm1", "extname", "fchmod", "fchown", "fdatasync", "fill",
    "filter", "finally", "find", "findIndex", "findLast", "findLastIndex", "fixed", "flat", "flatMap",
    "floor", "flushHeaders", "focus", "for", "forEach", "formData", "format", "freeze", "from",
    "fromCharCode", "fromCodePoint", "fromEntries", "fround", "fstat", "fsync", "ftruncate", "futimes",
    "generateKey", "generateKeyPair", "generatePrime", "get", "getActiveResourcesInfo", "getAll",
    "getAttribute", "getBigInt64", "getBigUint64", "getBoundingClientRect", "getBuiltinModule",
    "getCanonicalLocales", "getCipherInfo", "getCiphers", "getCurves", "getDate", "getDay",
    "getDiffieHellman", "getElementById", "getElementsByClassName", "getElementsByTagName", "getFips",
    "getFloat32", "getFloat64", "getFullYear", "getHashes", "getHeader", "getHeaderNames", "getHeaders",
    "getHours", "getInt16", "getInt32", "getInt8", "getMaxListeners", "getMilliseconds", "getMinutes",
    "getMonth", "getOwnPropertyDescriptor", "getOwnPropertyDescriptors", "getOwnPropertyNames",
    "getOwnPropertySymbols", "getPrototypeOf", "getRawHeaderNames", "getReader", "getSeconds",
    "getSetCookie", "getTime", "getTimezoneOffset", "getUTCDate", "getUTCDay", "getUTCFullYear",
    "getUTCHours", "getUTCMilliseconds", "getUTCMinutes", "getUTCMonth", "getUTCSeconds", "getUint16",
    "getUint32", "getUint8", "getYear", "getgroups", "group", "groupCollapsed", "groupEnd", "has",
    "hasAttribute", "hasHeader", "hasOwn", "hasOwnProperty", "hasUncaughtExceptionCaptureCallback",
    "hash", "hkdf", "hrtime", "hypot", "imul", "includes", "indexOf", "info", "initgroups",
    "insertBefore", "inspect", "is", "isAbsolute", "isArray", "isBuffer", "isEncoding", "isExtensible",
    "isFinite", "isFrozen", "isInteger", "isLockFree", "isNaN", "isPaused", "isPrototypeOf",
    "isSafeInteger", "isSealed", "isView", "isWellFormed", "iterator", "join", "json", "keyFor", "keys",
    "kill", "lastIndexOf", "lchown", "link", "listenerCount", "listeners", "load", "loadEnvFile",
    "localeCompare", "log", "log10", "log1p", "log2", "lstat", "lutimes", "map", "match", "matchAll",
    "matchesGlob", "max", "memoryUsage", "min", "mkdir", "mkdtemp", "mockImplementation",
    "mockReturnValue", "next", "nextTick", "normalize", "notify", "now", "of", "off", "on", "once",
    "open", "openAsBlob", "openStdin", "or", "ownKeys", "padEnd", "padStart", "parse", "parseFloat",
    "parseInt", "pause", "pbkdf2", "pipe", "pipeThrough", "pipeTo", "pop", "pow", "prepareStackTrace",
    "prependListener", "prependOnceListener", "preventDefault", "preventExtensions", "privateDecrypt",
    "privateEncrypt", "profile", "profileEnd", "propertyIsEnumerable", "prototype", "publicDecrypt",
    "publicEncrypt", "push", "querySelector", "querySelectorAll", "race", "random", "randomBytes",
    "randomFill", "randomInt", "randomUUID", "raw", "rawListeners", "read", "readFile", "readInt8",
    "readUInt8", "readUint8", "readdir", "readlink", "readv", "reallyExit", "realpath", "redirect",
    "reduce", "reduceRight", "ref", "reject", "relative", "removeAllListeners", "removeAttribute",
    "removeChild", "removeEventListener", "removeHeader", "removeListener", "rename", "repeat",
    "replace", "replaceAll", "resetAndDestroy", "resize", "resolve", "resourceUsage", "resume",
    "return", "reverse", "revokeObjectURL", "rm", "rmdir", "round", "scrypt", "seal", "search",
    "secureHeapUsed", "set", "setAttribute", "setBigInt64", "setBigUint64", "setDate",
    "setDefaultEncoding", "setEncoding", "setEngine", "setFips", "setFloat32", "setFloat64",
    "setFullYear", "setHeader", "setHeaders", "setHours", "setInt16", "setInt32", "setInt8",
    "setKeepAlive", "setMaxListeners", "setMilliseconds", "setMinutes", "setMonth", "setNoDelay",
    "setPrototypeOf", "setSeconds", "setSourceMapsEnabled", "setTime", "setTimeout", "setUTCDate",
    "setUTCFullYear", "setUTCHours", "setUTCMilliseconds", "setUTCMinutes", "setUTCMonth",
    "setUTCSeconds", "setUint16", "setUint32", "setUint8", "setUncaughtExceptionCaptureCallback",
    "setYear", "setgroups", "shift", "sign", "sin", "sinh", "slice", "small", "some", "sort", "splice",
    "split", "sqrt", "startsWith", "stat", "statfs", "stopPropagation", "store", "stream", "strike",
    "stringify", "sub", "subarray", "substr", "substring", "sup", "supportedValuesOf", "symlink",
    "table", "take", "tan", "tanh", "tee", "test", "text", "then", "throw", "time", "timeEnd",
    "timeLog", "timeStamp", "timingSafeEqual", "toArray", "toBe", "toDateString", "toEqual",
    "toExponential", "toFixed", "toGMTString", "toHaveBeenCalled", "toHaveBeenCalledWith",
    "toISOString", "toJSON", "toLocaleDateString", "toLocaleLowerCase", "toLocaleString",
    "toLocaleTimeString", "toLocaleUpperCase", "toLowerCase", "toMatchSnapshot", "toNamespacedPath",
    "toPrecision", "toReversed", "toSorted", "toSpliced", "toString", "toThrow", "toTimeString",
    "toUTCString", "toUpperCase", "toWellFormed", "toggle", "trace", "trim", "trimEnd", "trimLeft",
    "trimRight", "trimStart", "trunc", "truncate", "umask", "uncork", "unlink", "unpipe", "unref",
    "unshift", "unwatchFile", "uptime", "utimes", "valueOf", "values", "verify", "wait", "waitAsync",
    "warn", "watch", "watchFile", "with", "wrap", "write", "writeContinue", "writeEarlyHints",
    "writeFile", "writeHead", "writeHeader", "writeInt8", "writeProcessing", "writeUInt8", "writeUint8",
    "writev", "xor",
];

#[cfg(test)]
mod tests {
    #[test]
    fn the_list_is_sorted() {
        assert!(super::COMMON_METHODS.is_sorted());
    }
}
