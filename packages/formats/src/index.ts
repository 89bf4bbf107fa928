export { encodeBinary } from './binary/binary-encode.ts'
export { DamagedBinaryError } from './binary/byte-reader.ts'
export { type PackedTree, packTree, unpackSteps, unpackTree } from './binary/packed-tree.ts'
export { detectFormat } from './detect.ts'
export { InvalidDumpError, parseOpenZeppelin, printOpenZeppelin } from './open-zeppelin.ts'
export { ForeignFormatError, parseTreeFile, parseTreeSteps } from './parse.ts'
export { printRust, writeRust } from './rust/rust-print.ts'
export { printSolidity, writeSolidity } from './solidity/solidity-print.ts'
export { parseSolidityRoot, type StatedRoot } from './solidity/solidity-tree.ts'
export {
  assertDistinctKeys,
  DuplicateKeyError,
  EmptyFileError,
  FileSchemaError,
  FileTooLargeError,
  JsonSyntaxError,
  NotUtf8Error,
} from './text/json-text.ts'
export { differencesOf, type TextDifference } from './text-difference.ts'
export { InvalidDeviationError } from './tree/deviation.ts'
export { type Layout, layouts } from './tree/layout.ts'
export {
  type Accounts,
  assertSound,
  fileOf,
  type TreeFile,
  UnsoundTreeError,
  usedCountOf,
} from './tree/tree-file.ts'
