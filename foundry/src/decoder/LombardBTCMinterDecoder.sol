// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {BaseDecoder} from "./BaseDecoder.sol";

/// @notice Lombard's minters: LBTC for a proven deposit, or for another wrapped bitcoin.
contract LombardBTCMinterDecoder is BaseDecoder {
    function mint(address to, uint256) external pure virtual returns (bytes memory) {
        return abi.encodePacked(to);
    }

    /// @dev The notaries' payload has no selector before it.
    function mint(bytes calldata data, bytes calldata)
        external
        pure
        virtual
        returns (bytes memory)
    {
        (, address to,,,) = abi.decode(data, (uint256, address, uint64, bytes32, uint32));
        return abi.encodePacked(to);
    }

    function swapBTCBToLBTC(uint256) external pure virtual returns (bytes memory) {
        return "";
    }

    function swapCBBTCToLBTC(uint256) external pure virtual returns (bytes memory) {
        return "";
    }
}
