// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ERC4626Decoder} from "./ERC4626Decoder.sol";

/// @dev What a deposit may be lent out for: nothing, or loans.
enum CollateralType {
    Protected,
    Collateral
}

/// @notice Silo v2: vaults that lend to each other in pairs.
contract SiloDecoder is ERC4626Decoder {
    function borrow(uint256, address receiver, address borrower)
        external
        pure
        virtual
        returns (bytes memory)
    {
        return abi.encodePacked(receiver, borrower);
    }

    function borrowSameAsset(uint256, address receiver, address borrower)
        external
        pure
        virtual
        returns (bytes memory)
    {
        return abi.encodePacked(receiver, borrower);
    }

    function borrowShares(uint256, address receiver, address borrower)
        external
        pure
        virtual
        returns (bytes memory)
    {
        return abi.encodePacked(receiver, borrower);
    }

    function repay(uint256, address borrower) external pure virtual returns (bytes memory) {
        return abi.encodePacked(borrower);
    }

    function repayShares(uint256, address borrower) external pure virtual returns (bytes memory) {
        return abi.encodePacked(borrower);
    }

    function deposit(uint256, address receiver, CollateralType)
        external
        pure
        virtual
        returns (bytes memory)
    {
        return abi.encodePacked(receiver);
    }

    function mint(uint256, address receiver, CollateralType)
        external
        pure
        virtual
        returns (bytes memory)
    {
        return abi.encodePacked(receiver);
    }

    function redeem(uint256, address receiver, address owner, CollateralType)
        external
        pure
        virtual
        returns (bytes memory)
    {
        return abi.encodePacked(receiver, owner);
    }

    function withdraw(uint256, address receiver, address owner, CollateralType)
        external
        pure
        virtual
        returns (bytes memory)
    {
        return abi.encodePacked(receiver, owner);
    }

    function transitionCollateral(uint256, address owner, CollateralType)
        external
        pure
        virtual
        returns (bytes memory)
    {
        return abi.encodePacked(owner);
    }

    function accrueInterest() external pure virtual returns (bytes memory) {
        return "";
    }

    function switchCollateralToThisSilo() external pure virtual returns (bytes memory) {
        return "";
    }

    function claimRewards() external pure virtual returns (bytes memory) {
        return "";
    }

    function claimRewards(address to) external pure virtual returns (bytes memory) {
        return abi.encodePacked(to);
    }

    function claimRewards(address to, string[] memory)
        external
        pure
        virtual
        returns (bytes memory)
    {
        return abi.encodePacked(to);
    }
}
