/** The purpose of Vaultwright: the one sentence that begins its front page, its help and its pages for programs. */
export const purpose = 'Build, check and simulate what the strategist of a BoringVault signs.'
