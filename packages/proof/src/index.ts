export { accountFromState, mappingKeyOf, type ProvenAccount, wordFromStorage } from './account.ts'
export {
  checkSeal,
  encodeHeader,
  type HeaderField,
  openHeader,
  type ProvenHeader,
} from './header.ts'
export { encodeRlpList } from './rlp.ts'
export { type RootProofAnswer, type VerifiedRoot, verifyRootProof } from './root-proof.ts'
export { type PieceReader, pieceReaderOf, type WitnessPieces } from './state/piece-reader.ts'
export {
  emptyCodeHash,
  openProvenState,
  type ProvenState,
  StateProofError,
  type StateReads,
  type StateRef,
} from './state/proven-state.ts'
export {
  openStateFile,
  parseStateFile,
  printStateFile,
  type StateFile,
  stateFileIn,
} from './state/state-file.ts'
export {
  InvalidWitnessError,
  isWitness,
  openWitness,
  parseWitness,
  piecesOf,
  printWitness,
  type Witness,
  witnessOf,
} from './state/witness.ts'
export { InvalidTrieProofError } from './trie-proof.ts'
export {
  type OpenLink,
  readWholeStorage,
  type StorageLeaf,
  type WholeStorage,
} from './whole-storage.ts'
