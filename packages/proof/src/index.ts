export { accountFromState, mappingKeyOf, type ProvenAccount, wordFromStorage } from './account.ts'
export {
  checkSeal,
  encodeHeader,
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
export { InvalidTrieProofError } from './trie-proof.ts'
