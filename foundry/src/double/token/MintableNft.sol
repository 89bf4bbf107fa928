// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";

/// @notice Honest ERC-721; its owner mints.
contract MintableNft is ERC721, Ownable {
    constructor(address owner, string memory name, string memory symbol)
        ERC721(name, symbol)
        Ownable(owner)
    {}

    function mint(address to, uint256 tokenId) external onlyOwner {
        _mint(to, tokenId);
    }
}
