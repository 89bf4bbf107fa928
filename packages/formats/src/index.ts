export { decodeBinary, isBinary } from './binary-decode.ts'
export { encodeBinary } from './binary-encode.ts'
export { DamagedBinaryError } from './byte-reader.ts'
export { type Detection, detectFormat, type FormatKind } from './detect.ts'
export { InvalidDeviationError } from './deviation.ts'
export type { Family } from './family.ts'
export {
  assertDistinctKeys,
  DuplicateKeyError,
  EmptyFileError,
  FileSchemaError,
  FileTooLargeError,
  JsonSyntaxError,
  maxTextBytes,
  NotUtf8Error,
} from './json-text.ts'
export { isLayout, type Layout, layouts } from './layout.ts'
export {
  InvalidDumpError,
  type OpenZeppelinTree,
  parseOpenZeppelin,
  printOpenZeppelin,
} from './open-zeppelin.ts'
export { type PackedTree, packTree, unpackSteps, unpackTree } from './packed-tree.ts'
export { ForeignFormatError, parseTreeFile } from './parse.ts'
export { printRust, writeRust } from './rust-print.ts'
export { printSolidity, type SolidityOptions, writeSolidity } from './solidity-print.ts'
export { parseSolidityRoot, type StatedRoot } from './solidity-tree.ts'
export { differencesOf, type TextDifference } from './text-difference.ts'
export {
  type Accounts,
  assertSound,
  type Deviation,
  fileOf,
  freshForm,
  type Metadata,
  type PaddingText,
  type TreeFile,
  type TreeFileForm,
  UnsoundTreeError,
  usedCountOf,
} from './tree-file.ts'
