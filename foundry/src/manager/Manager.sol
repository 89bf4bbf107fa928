// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Address} from "@openzeppelin/contracts/utils/Address.sol";
import {MerkleProofLib} from "solady/utils/MerkleProofLib.sol";
import {SafeTransferLib} from "solady/utils/SafeTransferLib.sol";
import {Auth} from "../auth/Auth.sol";
import {DroneLib} from "../drone/DroneLib.sol";
import {Vault} from "../vault/Vault.sol";
import {IFlashLender} from "./IFlashLender.sol";

/// @notice Lets a strategist make the vault do calls whose leafs lie under the strategist's root.
contract Manager is Auth {
    using Address for address;
    using SafeTransferLib for address;

    /// @notice The vault that is managed.
    Vault public immutable vault;
    /// @notice The lender of flash loans, a Balancer v2 vault.
    IFlashLender public immutable balancerVault;

    /// @notice The root of the leafs that `strategist` may use; zero permits nothing.
    mapping(address strategist => bytes32) public manageRoot;
    /// @notice Whether managing is stopped.
    bool public isPaused;

    bool private _isLoanInProgress;
    /// @dev keccak-256 of the user data that the lender must hand back; zero once it did.
    bytes32 private _loanIntent;

    event ManageRootUpdated(address indexed strategist, bytes32 oldRoot, bytes32 newRoot);
    event BoringVaultManaged(uint256 callsMade);
    event Paused();
    event Unpaused();

    error ManagerWithMerkleVerification__InvalidManageProofLength();
    error ManagerWithMerkleVerification__InvalidTargetDataLength();
    error ManagerWithMerkleVerification__InvalidValuesLength();
    error ManagerWithMerkleVerification__InvalidDecodersAndSanitizersLength();
    error ManagerWithMerkleVerification__FlashLoanNotExecuted();
    error ManagerWithMerkleVerification__FlashLoanNotInProgress();
    error ManagerWithMerkleVerification__BadFlashLoanIntentHash();
    error ManagerWithMerkleVerification__FailedToVerifyManageProof(
        address target, bytes targetData, uint256 value
    );
    error ManagerWithMerkleVerification__Paused();
    error ManagerWithMerkleVerification__OnlyCallableByBoringVault();
    error ManagerWithMerkleVerification__OnlyCallableByBalancerVault();
    error ManagerWithMerkleVerification__TotalSupplyMustRemainConstantDuringPlatform();

    constructor(address owner, address vault_, address balancerVault_) Auth(owner, address(0)) {
        vault = Vault(payable(vault_));
        balancerVault = IFlashLender(balancerVault_);
    }

    /// @notice Sets the root of the leafs that `strategist` may use.
    function setManageRoot(address strategist, bytes32 newRoot) external requiresAuth {
        emit ManageRootUpdated(strategist, manageRoot[strategist], newRoot);
        manageRoot[strategist] = newRoot;
    }

    function pause() external requiresAuth {
        isPaused = true;
        emit Paused();
    }

    function unpause() external requiresAuth {
        isPaused = false;
        emit Unpaused();
    }

    /// @notice Makes the vault do each call whose leaf is proven to lie under the caller's root.
    /// @dev Proving and doing alternate: a decoder that reads state sees what the calls before it did.
    function manageVaultWithMerkleVerification(
        bytes32[][] calldata manageProofs,
        address[] calldata decodersAndSanitizers,
        address[] calldata targets,
        bytes[] calldata targetData,
        uint256[] calldata values
    ) external requiresAuth {
        if (isPaused) revert ManagerWithMerkleVerification__Paused();
        uint256 count = targets.length;
        if (manageProofs.length != count) {
            revert ManagerWithMerkleVerification__InvalidManageProofLength();
        }
        if (targetData.length != count) {
            revert ManagerWithMerkleVerification__InvalidTargetDataLength();
        }
        if (values.length != count) revert ManagerWithMerkleVerification__InvalidValuesLength();
        if (decodersAndSanitizers.length != count) {
            revert ManagerWithMerkleVerification__InvalidDecodersAndSanitizersLength();
        }

        bytes32 root = manageRoot[msg.sender];
        uint256 supply = vault.totalSupply();
        for (uint256 i; i < count; ++i) {
            bytes32 leaf = _leafOf(decodersAndSanitizers[i], targets[i], targetData[i], values[i]);
            if (!MerkleProofLib.verifyCalldata(manageProofs[i], root, leaf)) {
                revert ManagerWithMerkleVerification__FailedToVerifyManageProof(
                    targets[i], targetData[i], values[i]
                );
            }
            vault.manage(targets[i], targetData[i], values[i]);
        }
        if (vault.totalSupply() != supply) {
            revert ManagerWithMerkleVerification__TotalSupplyMustRemainConstantDuringPlatform();
        }
        emit BoringVaultManaged(count);
    }

    /// @notice Takes a flash loan; `userData` is the batch, ABI-encoded, that the loan is used for.
    /// @dev The vault alone may ask, so that a strategist needs a leaf for it.
    function flashLoan(
        address recipient,
        address[] calldata tokens,
        uint256[] calldata amounts,
        bytes calldata userData
    ) external {
        if (msg.sender != address(vault)) {
            revert ManagerWithMerkleVerification__OnlyCallableByBoringVault();
        }
        _loanIntent = keccak256(userData);
        _isLoanInProgress = true;
        balancerVault.flashLoan(recipient, tokens, amounts, userData);
        _isLoanInProgress = false;
        if (_loanIntent != 0) revert ManagerWithMerkleVerification__FlashLoanNotExecuted();
    }

    /// @notice Hands the loan to the vault, does the batch in `userData`, and has the vault repay.
    /// @dev The batch is proven against this contract's own root. The repayment needs no proof.
    function receiveFlashLoan(
        address[] calldata tokens,
        uint256[] calldata amounts,
        uint256[] calldata feeAmounts,
        bytes calldata userData
    ) external {
        if (msg.sender != address(balancerVault)) {
            revert ManagerWithMerkleVerification__OnlyCallableByBalancerVault();
        }
        if (!_isLoanInProgress) revert ManagerWithMerkleVerification__FlashLoanNotInProgress();
        if (keccak256(userData) != _loanIntent) {
            revert ManagerWithMerkleVerification__BadFlashLoanIntentHash();
        }
        _loanIntent = 0;

        for (uint256 i; i < tokens.length; ++i) {
            tokens[i].safeTransfer(address(vault), amounts[i]);
        }
        _manageInner(userData);
        _repay(tokens, amounts, feeAmounts);
    }

    /// @dev An outside call, so that the batch has this contract as its sender.
    function _manageInner(bytes calldata userData) private {
        (
            bytes32[][] memory proofs,
            address[] memory decoders,
            address[] memory targets,
            bytes[] memory targetData,
            uint256[] memory values
        ) = abi.decode(userData, (bytes32[][], address[], address[], bytes[], uint256[]));
        this.manageVaultWithMerkleVerification(proofs, decoders, targets, targetData, values);
    }

    function _repay(
        address[] calldata tokens,
        uint256[] calldata amounts,
        uint256[] calldata feeAmounts
    ) private {
        bytes[] memory transfers = new bytes[](tokens.length);
        for (uint256 i; i < tokens.length; ++i) {
            transfers[i] = abi.encodeWithSignature(
                "transfer(address,uint256)", address(balancerVault), amounts[i] + feeAmounts[i]
            );
        }
        vault.manage(tokens, transfers, new uint256[](tokens.length));
    }

    /// @dev The decoder gets the very calldata of the call and answers what of it the leaf binds.
    function _leafOf(address decoder, address target, bytes calldata targetData, uint256 value)
        private
        view
        returns (bytes32)
    {
        bytes memory packed = abi.decode(decoder.functionStaticCall(targetData), (bytes));
        address droneTarget = DroneLib.targetOf(targetData);
        if (droneTarget != address(0)) packed = abi.encodePacked(packed, droneTarget);
        return keccak256(abi.encodePacked(decoder, target, value > 0, bytes4(targetData), packed));
    }
}
