// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {InnerSelectorNotSupported} from "./DecoderError.sol";
import {ERC4626Decoder} from "./ERC4626Decoder.sol";
import {numberAsAddress} from "./Packing.sol";

/// @notice Euler v2: vaults of the EVK and the connector (EVC), through which a sub-account may
/// act.
contract EulerEVKDecoder is ERC4626Decoder {
    bytes4 private constant BORROW = bytes4(keccak256("borrow(uint256,address)"));
    bytes4 private constant WITHDRAW = bytes4(keccak256("withdraw(uint256,address,address)"));
    bytes4 private constant REDEEM = bytes4(keccak256("redeem(uint256,address,address)"));

    function borrow(uint256, address receiver) external pure virtual returns (bytes memory) {
        return abi.encodePacked(receiver);
    }

    function repay(uint256, address receiver) external pure virtual returns (bytes memory) {
        return abi.encodePacked(receiver);
    }

    function repayWithShares(uint256, address receiver)
        external
        pure
        virtual
        returns (bytes memory)
    {
        return abi.encodePacked(receiver);
    }

    function enableController(address account, address vault)
        external
        pure
        virtual
        returns (bytes memory)
    {
        return abi.encodePacked(account, vault);
    }

    function disableController() external pure virtual returns (bytes memory) {
        return "";
    }

    function disableController(address account) external pure virtual returns (bytes memory) {
        return abi.encodePacked(account);
    }

    function enableCollateral(address account, address vault)
        external
        pure
        virtual
        returns (bytes memory)
    {
        return abi.encodePacked(account, vault);
    }

    function disableCollateral(address account, address vault)
        external
        pure
        virtual
        returns (bytes memory)
    {
        return abi.encodePacked(account, vault);
    }

    /// @dev Forwards what takes something out of a vault, and nothing else.
    function call(address targetContract, address onBehalfOfAccount, uint256, bytes calldata data)
        external
        pure
        virtual
        returns (bytes memory)
    {
        bytes4 selector = bytes4(data);
        bytes memory packed =
            abi.encodePacked(targetContract, onBehalfOfAccount, numberAsAddress(uint32(selector)));
        if (selector == BORROW) {
            (, address receiver) = abi.decode(data[4:], (uint256, address));
            return abi.encodePacked(packed, receiver);
        }
        if (selector == WITHDRAW || selector == REDEEM) {
            (, address receiver, address owner) = abi.decode(data[4:], (uint256, address, address));
            return abi.encodePacked(packed, receiver, owner);
        }
        revert InnerSelectorNotSupported();
    }
}
