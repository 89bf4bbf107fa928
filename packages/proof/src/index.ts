export { accountFromState, mappingKeyOf, type ProvenAccount, wordFromStorage } from './account.ts'
export {
  checkSeal,
  encodeHeader,
  type HeaderField,
  type HeaderSeal,
  openHeader,
  type ProvenHeader,
} from './header.ts'
export { encodeRlpList, InvalidRlpError } from './rlp.ts'
export {
  type RootProofAnswer,
  RootProofError,
  type RootProofRefusal,
  type VerifiedRoot,
  verifyRootProof,
} from './root-proof.ts'
export {
  emptyCodeHash,
  openProvenState,
  type ProvenState,
  type StatePlace,
  StateProofError,
  type StateReads,
} from './state/proven-state.ts'
export {
  InvalidStateFileError,
  isStateFile,
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
  printWitness,
  type Witness,
  type WitnessRequest,
  type WitnessTerms,
  witnessOf,
} from './state/witness.ts'
export { InvalidTrieProofError } from './trie-proof.ts'
