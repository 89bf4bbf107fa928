// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {BaseDecoder} from "./BaseDecoder.sol";
import {BytesNotEmpty} from "./DecoderError.sol";

struct AdjustDenVault {
    address denManager;
    address collVault;
    uint256 _maxFeePercentage;
    uint256 _collAssetToDeposit;
    uint256 _collWithdrawal;
    uint256 _debtChange;
    bool _isDebtIncrease;
    address _upperHint;
    address _lowerHint;
    bool unwrap;
    uint256 _minSharesMinted;
    uint256 _minAssetsWithdrawn;
    uint256 _collIndex;
    bytes _preDeposit;
}

struct OpenDenVault {
    address denManager;
    address collVault;
    uint256 _maxFeePercentage;
    uint256 _debtAmount;
    uint256 _collAssetToDeposit;
    address _upperHint;
    address _lowerHint;
    uint256 _minSharesMinted;
    uint256 _collIndex;
    bytes _preDeposit;
}

struct AddCollateral {
    address upperHint;
    address lowerHint;
    uint256 minSharesOut;
    uint256 minCollVaultShares;
}

struct UnwrapParams {
    address swapper;
    bytes payload;
    uint256 minOut;
}

/// @notice Dens, collateral vaults and the managed leveraged vaults of Beraborrow. No call may carry
/// bytes.
contract BeraborrowDecoder is BaseDecoder {
    function adjustDenVault(AdjustDenVault memory params)
        external
        pure
        virtual
        returns (bytes memory)
    {
        if (params._preDeposit.length != 0) revert BytesNotEmpty();
        return abi.encodePacked(params.denManager, params.collVault);
    }

    function openDenVault(OpenDenVault memory params) external pure virtual returns (bytes memory) {
        if (params._preDeposit.length != 0) revert BytesNotEmpty();
        return abi.encodePacked(params.denManager, params.collVault);
    }

    function closeDenVault(address denManager, address collVault, uint256, uint256, bool)
        external
        pure
        virtual
        returns (bytes memory)
    {
        return abi.encodePacked(denManager, collVault);
    }

    function deposit(uint256, address receiver, AddCollateral memory)
        external
        pure
        virtual
        returns (bytes memory)
    {
        return abi.encodePacked(receiver);
    }

    function redeemIntent(uint256, address receiver, address owner)
        external
        pure
        virtual
        returns (bytes memory)
    {
        return abi.encodePacked(receiver, owner);
    }

    function cancelWithdrawalIntent(uint256, uint256, address receiver)
        external
        pure
        virtual
        returns (bytes memory)
    {
        return abi.encodePacked(receiver);
    }

    function withdrawFromEpoch(uint256, address receiver, UnwrapParams calldata unwrapParams)
        external
        pure
        virtual
        returns (bytes memory)
    {
        if (unwrapParams.payload.length != 0) revert BytesNotEmpty();
        return abi.encodePacked(receiver, unwrapParams.swapper);
    }
}
