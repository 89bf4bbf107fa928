// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {BaseDecoder} from "./BaseDecoder.sol";

/// @notice Lombard's minters: LBTC for a proven deposit, or for another wrapped bitcoin.
contract LombardBTCMinterDecoder is BaseDecoder {
    function mint(address to, uint256) external pure virtual returns (bytes memory) {
        return abi.encodePacked(to);
    }

    /// @dev The notary's payload starts with a selector; a bare one is read as well.
    function mint(bytes calldata data, bytes calldata)
        external
        pure
        virtual
        returns (bytes memory)
    {
        bytes calldata payload = data.length % 32 == 4 ? data[4:] : data;
        (, address to,,,) = abi.decode(payload, (uint256, address, uint64, bytes32, uint32));
        return abi.encodePacked(to);
    }

    function swapBTCBToLBTC(uint256) external pure virtual returns (bytes memory) {
        return "";
    }

    function swapCBBTCToLBTC(uint256) external pure virtual returns (bytes memory) {
        return "";
    }
}
