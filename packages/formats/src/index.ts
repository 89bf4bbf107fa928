export { InvalidDeviationError } from './deviation.ts'
export {
  DuplicateKeyError,
  EmptyFileError,
  FileSchemaError,
  FileTooLargeError,
  JsonSyntaxError,
  maxTextBytes,
  NotUtf8Error,
} from './json-text.ts'
export { isLayout, type Layout, layouts } from './layout.ts'
export { parseTreeFile } from './parse.ts'
export { printSolidity, type SolidityOptions, writeSolidity } from './solidity-print.ts'
export {
  type Accounts,
  assertSound,
  type Deviation,
  type Form,
  fileOf,
  freshForm,
  type Metadata,
  type PaddingText,
  type TreeFile,
  UnsoundTreeError,
  usedCountOf,
} from './tree-file.ts'
