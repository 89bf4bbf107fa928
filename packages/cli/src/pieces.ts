/** Pieces of text or bytes in their order, made as they are wanted. */
export type Pieces<Piece = string | Uint8Array> = Iterable<Piece> | AsyncIterable<Piece>
