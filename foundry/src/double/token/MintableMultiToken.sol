// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {ERC1155} from "@openzeppelin/contracts/token/ERC1155/ERC1155.sol";

/// @notice Honest ERC-1155; its owner mints, to receivers that accept.
contract MintableMultiToken is ERC1155, Ownable {
    constructor(address owner, string memory uri) ERC1155(uri) Ownable(owner) {}

    function mint(address to, uint256 id, uint256 amount) external onlyOwner {
        _mint(to, id, amount, "");
    }
}
